import { dateLabels, numberLabels } from "../../../src/pane/inspect/line-chart";

const at = (...days: string[]): number[] => days.map((day) => Date.parse(day) / 1000);

test("dates are labelled by years, months or days, and no label appears twice", () => {
  expect(dateLabels(at("2022-01-01", "2023-01-01", "2024-01-01"))).toEqual(["2022", "2023", "2024"]);
  expect(dateLabels(at("2024-01-01", "2024-02-01", "2024-03-01"))).toEqual(["2024-01", "2024-02", "2024-03"]);
  expect(dateLabels(at("2024-06-17", "2024-06-18"))).toEqual(["06-17", "06-18"]);
  expect(dateLabels(at("2024-06-18T00:00Z", "2024-06-18T12:00Z", "2024-06-19T00:00Z"))).toEqual(["06-18", "", "06-19"]);
  expect(dateLabels(at("2024-01-01", "2024-01-29", "2024-02-26"))).toEqual(["2024-01", "", "2024-02"]);
  expect(dateLabels([])).toEqual([]);
});

test("numbers are shortened, with as many digits as it takes to differ", () => {
  expect(numberLabels([0, 5_000, 10_000, 7_200_000, 3e9])).toEqual(["0", "5,000", "10k", "7.2M", "3B"]);
  expect(numberLabels([7_203_411_000_000, 7_203_411_500_000])).toEqual(["7,203.411B", "7,203.4115B"]);
  expect(numberLabels([-1.5, 0, 1.5])).toEqual(["-1.5", "0", "1.5"]);
  expect(numberLabels([1, 1])).toEqual(["1", ""]);
});
