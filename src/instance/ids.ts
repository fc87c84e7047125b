import { randomBytes } from 'node:crypto';
import type { Clock } from '../core/clock.ts';

/** Makes identifiers of 32 hexadecimal digits that sort by the time of their making, also within one millisecond. */
export type NewId = () => string;

export function idMaker(clock: Clock, random: (bytes: number) => Uint8Array = randomBytes): NewId {
  let last = 0;
  let count = 0;
  return () => {
    const now = Math.max(last, clock.now().getTime());
    count = now === last ? count + 1 : 0;
    last = now;
    return idAt(now, count, Buffer.from(random(8)).toString('hex'));
  };
}

/** An identifier from its parts: 12 digits of time, 4 of a counter, 16 of chance. */
export function idAt(ms: number, count: number, chance: string): string {
  return `${hex(ms, 12)}${hex(count % 65_536, 4)}${chance}`;
}

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');

/** A record's addresses are parts of it; the first digit of an address's id says which, the rest is the record's. */
export const addressSlots = ['address', 'permanentAddress', 'employer.address'] as const;
export type AddressSlot = (typeof addressSlots)[number];

export function addressId(ownerId: string, slot: AddressSlot): string {
  return `${addressSlots.indexOf(slot) + 1}${ownerId.slice(1)}`;
}

/** The record an address belongs to, and which of its addresses it is. */
export function addressOwner(
  id: string,
): { readonly ownerId: string; readonly slot: AddressSlot } | undefined {
  const slot = addressSlots[Number(id.charAt(0)) - 1];
  return slot === undefined ? undefined : { ownerId: `0${id.slice(1)}`, slot };
}
