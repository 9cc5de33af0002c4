/**
 * The least of the FlatBuffers wire format that cutting a model needs: reading tables and vectors,
 * and changing vectors where they stand. https://flatbuffers.dev/internals/
 *
 * All positions are byte positions in the buffer; 0 stands for "absent".
 */
export interface FlatBuffer {
  readonly bytes: Uint8Array;
  readonly view: DataView;
}

export function openFlatBuffer(bytes: Uint8Array): FlatBuffer {
  return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
}

/** Follows the unsigned forward offset that stands at `position`. */
export function follow(buffer: FlatBuffer, position: number): number {
  return position + buffer.view.getUint32(position, true);
}

export function rootTable(buffer: FlatBuffer): number {
  return follow(buffer, 0);
}

/** Position of field number `field` of a table; 0 when the table leaves it out. */
export function fieldOf(buffer: FlatBuffer, table: number, field: number): number {
  const { view } = buffer;
  const vtable = table - view.getInt32(table, true);
  const entry = 4 + 2 * field;
  if (entry >= view.getUint16(vtable, true)) return 0;
  const offset = view.getUint16(vtable + entry, true);
  return offset === 0 ? 0 : table + offset;
}

/** A vector: where its first element stands and how many it has. */
export interface Vector {
  readonly start: number;
  readonly length: number;
}

export function vectorOf(buffer: FlatBuffer, table: number, field: number): Vector {
  const position = fieldOf(buffer, table, field);
  if (position === 0) return { start: 0, length: 0 };
  const vector = follow(buffer, position);
  return { start: vector + 4, length: buffer.view.getUint32(vector, true) };
}

export function readInts(buffer: FlatBuffer, vector: Vector): number[] {
  return Array.from({ length: vector.length }, (_, i) =>
    buffer.view.getInt32(vector.start + 4 * i, true),
  );
}

/** Positions of the tables that a vector of offsets points to. */
export function readTables(buffer: FlatBuffer, vector: Vector): number[] {
  return Array.from({ length: vector.length }, (_, i) => follow(buffer, vector.start + 4 * i));
}

/**
 * Shortens a vector of offsets to the given tables. Offsets only point forward, and elements only
 * move towards the vector's start, so that every table remains reachable.
 */
export function keepTables(buffer: FlatBuffer, vector: Vector, tables: readonly number[]): void {
  if (tables.length > vector.length) throw new RangeError('A vector cannot grow in place.');
  buffer.view.setUint32(vector.start - 4, tables.length, true);
  tables.forEach((table, i) => {
    const position = vector.start + 4 * i;
    buffer.view.setUint32(position, table - position, true);
  });
}

/**
 * A copy of the buffer where field `field` of `table` is a new vector of int32, appended at the
 * end (offsets point forward, so the end can be reached from everywhere).
 */
export function withInts(
  buffer: FlatBuffer,
  table: number,
  field: number,
  values: readonly number[],
): FlatBuffer {
  const position = fieldOf(buffer, table, field);
  if (position === 0) throw new RangeError(`The table has no field ${field} to replace.`);
  const start = (buffer.bytes.length + 3) & ~3;
  const bytes = new Uint8Array(start + 4 + 4 * values.length);
  bytes.set(buffer.bytes);
  const copy = openFlatBuffer(bytes);
  copy.view.setUint32(position, start - position, true);
  copy.view.setUint32(start, values.length, true);
  values.forEach((value, i) => {
    copy.view.setInt32(start + 4 + 4 * i, value, true);
  });
  return copy;
}
