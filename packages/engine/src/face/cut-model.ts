import {
  keepTables,
  openFlatBuffer,
  readInts,
  readTables,
  rootTable,
  vectorOf,
  withInts,
} from './flatbuffer.ts';

// Field numbers of TensorFlow Lite's schema.fbs (Apache-2.0):
// Model { 0 version, 1 operator_codes, 2 subgraphs, … }
// SubGraph { 0 tensors, 1 inputs, 2 outputs, 3 operators, … }
// Operator { 0 opcode_index, 1 inputs, 2 outputs, … }
const MODEL_SUBGRAPHS = 2;
const SUBGRAPH_INPUTS = 1;
const SUBGRAPH_OUTPUTS = 2;
const SUBGRAPH_OPERATORS = 3;
const OPERATOR_INPUTS = 1;
const OPERATOR_OUTPUTS = 2;

/**
 * A part of a .tflite model as a model of its own: the given tensors become its inputs and
 * outputs, and only the operators between them stay. Weights are left where they are.
 *
 * @param model the bytes of a .tflite file with one subgraph; not changed
 * @throws RangeError when an output cannot be computed from the inputs and the weights
 */
export function cutModel(
  model: Uint8Array,
  inputs: readonly number[],
  outputs: readonly number[],
): Uint8Array {
  const source = openFlatBuffer(model);
  const subgraphs = readTables(source, vectorOf(source, rootTable(source), MODEL_SUBGRAPHS));
  if (subgraphs.length !== 1) throw new RangeError('Only models with one subgraph can be cut.');
  const subgraph = subgraphs[0]!;
  // The two appended vectors leave all positions below them as they are.
  const result = withInts(
    withInts(source, subgraph, SUBGRAPH_INPUTS, inputs),
    subgraph,
    SUBGRAPH_OUTPUTS,
    outputs,
  );
  const vector = vectorOf(result, subgraph, SUBGRAPH_OPERATORS);
  const operators = readTables(result, vector).map((table) => ({
    table,
    inputs: readInts(result, vectorOf(result, table, OPERATOR_INPUTS)),
    outputs: readInts(result, vectorOf(result, table, OPERATOR_OUTPUTS)),
  }));
  const given = readInts(source, vectorOf(source, subgraph, SUBGRAPH_INPUTS));
  const wanted = new Set(outputs);
  const kept: number[] = [];
  // Operators stand in execution order: backwards, every consumer comes before its producers.
  for (const operator of operators.reverse()) {
    if (!operator.outputs.some((tensor) => wanted.has(tensor) && !inputs.includes(tensor))) {
      continue;
    }
    kept.push(operator.table);
    for (const tensor of operator.inputs) wanted.add(tensor);
  }
  const missing = given.find((tensor) => wanted.has(tensor) && !inputs.includes(tensor));
  if (missing !== undefined) {
    throw new RangeError(`The outputs also depend on the model's input ${missing}.`);
  }
  keepTables(result, vector, kept.reverse());
  return result.bytes;
}
