import orders from '../../data/date-orders.json' with { type: 'json' };

/**
 * The order of day and month where a format, by its country or its description, writes them as digits. A feed's own definition wins;
 * formats that write ISO or RFC 822 have no order. Month first is American; of the banner of `custom-xml`, which writes ISO itself, only
 * the free text of American boards has digits.
 */
export function dateOrderOf(adapter: string): 'dmy' | 'mdy' | undefined {
  if (orders.dmy.includes(adapter)) return 'dmy';
  return orders.mdy.includes(adapter) ? 'mdy' : undefined;
}
