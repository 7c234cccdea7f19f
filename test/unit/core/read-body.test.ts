import { LIMITS } from "../../../src/core/limits";
import { LargeReply, readBody } from "../../../src/core/read-body";

const read = (...parts: (string | Uint8Array)[]) => readBody(new Response(new Blob(parts as BlobPart[]).stream()).body, new TextDecoder());

it("gives the text that Response.text gives", async () => {
  for (const text of ["", "{}", "\uFEFF{}", "naïve 日本 📈".repeat(50_000)]) expect(await read(text)).toBe(await new Response(text).text());
  expect(await readBody(new Response(null).body, new TextDecoder())).toBe("");
});

it("gives a character whose bytes come in two parts", async () => {
  const bytes = new TextEncoder().encode("€");
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
  expect(await readBody(stream, new TextDecoder())).toBe("€");
});

it("gives a body of as many bytes as are allowed, and refuses one of one more", async () => {
  const most = new Uint8Array(LIMITS.replyBytes).fill(32);
  expect((await read(most)).length).toBe(LIMITS.replyBytes);
  await expect(read(most, " ")).rejects.toThrow(LargeReply);
});

it("counts bytes, not characters, and cancels a body that is too large", async () => {
  const cancelled = jest.fn();
  const piece = new TextEncoder().encode("日".repeat(1_000_000));
  let pieces = 0;
  const stream = new ReadableStream<Uint8Array>({ pull: (controller) => (pieces++, controller.enqueue(piece)), cancel: cancelled }, { highWaterMark: 0 });
  await expect(readBody(stream, new TextDecoder())).rejects.toThrow(LargeReply);
  expect(pieces).toBe(Math.floor(LIMITS.replyBytes / piece.length) + 1);
  expect(cancelled).toHaveBeenCalledTimes(1);
});

it("rejects if the connection breaks", async () => {
  const stream = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new TypeError("terminated")) });
  await expect(readBody(stream, new TextDecoder())).rejects.toThrow("terminated");
});
