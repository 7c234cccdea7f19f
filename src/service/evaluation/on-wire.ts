import { isFaultCode } from "../../contract/codes";
import type { PublishedOnWire, WireAnswer, WireComponent } from "../../contract/wire";
import { provenanceOf } from "../answers/answering";
import type { Context } from "../answers/context";
import { HOUR, isReason, type AbsentComponent, type FamilyAnswer, type Component } from "../answers/family";
import type { PublishedValue } from "../answers/published-value";
import { isoMoment, type RowsName } from "../store/freshness";
import type { Unanswered } from "./read-cells";

/** A component of an answer in its wire form. */
export function componentOnWire(component: Component | AbsentComponent): WireComponent {
  if ("absent" in component) return component;
  const { sample, provenance: _internal, ...wire } = component;
  return { ...wire, ...(sample ? { sample: true as const } : {}) };
}

/** When these rows were last confirmed: the oldest of several, at most the clock's moment. The clock's moment for sample rows. */
export function asOfRows({ clock, store }: Context, provenance: readonly RowsName[], now = clock.asOf()): string {
  const confirmed = provenance.length > 0 ? store.freshness.oldest(provenance) : undefined;
  return confirmed !== undefined && confirmed < now ? confirmed : now;
}

/** The members about publication of a row of an endpoint. */
export function sayPublished(on: PublishedOnWire, { at, basis, revisions, firstUnknown }: PublishedValue): void {
  on.public = { at: isoMoment(at), basis };
  if (revisions !== undefined) on.revisions = revisions;
  if (firstUnknown) on.first_value_unknown = true;
}

export function onWire(id: number, result: FamilyAnswer | Unanswered, context: Context, asOf: string): WireAnswer {
  if (!("source" in result)) {
    const { explanation, ...said } = result;
    return { id, value: null, ...said, ...(explanation ? { explanation } : {}), max_age_s: isFaultCode(said.code) ? 0 : HOUR };
  }
  const { source, sample, observation_date, caveats, max_age_s, note, components } = result;
  // Assigned member by member: spreading would cost a seventh of a batch's time.
  const said: WireAnswer = { id, value: null, max_age_s, as_of: asOfRows(context, provenanceOf(result), asOf) };
  if (isReason(result)) {
    [said.code, said.reason] = [result.code, result.reason];
    if (result.explanation) said.explanation = result.explanation;
  } else {
    said.value = result.value;
    if (result.kind) said.kind = result.kind;
    if (result.unit) said.unit = result.unit;
  }
  if (observation_date) said.observation_date = observation_date;
  // An answer about a name alone (no such series) uses no rows, sample or published.
  if (sample || source !== "sample") said.source = source;
  if (caveats && caveats.length > 0) said.caveats = [...caveats];
  if (result.peerLevel) said.peer_level = result.peerLevel;
  if (note) said.note = note;
  if (components && components.length > 0) said.components = components.map(componentOnWire);
  if (sample) said.sample = true;
  return said;
}
