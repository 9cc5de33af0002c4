import { renderFieldsSchema } from '@moodreel/contract';
import { expect, it } from 'vitest';
import {
  adjustmentFields,
  describeAdjustments,
  framings,
  stepOf,
  strengths,
  styles,
  usualAdjustments,
} from './adjustments.ts';

it('asks for nothing, and says nothing, where all is as usual', () => {
  expect(adjustmentFields(usualAdjustments)).toEqual({});
  expect(describeAdjustments(usualAdjustments)).toBe('');
  expect(strengths[stepOf(usualAdjustments.intensity01)]?.word).toBe('Clear');
});

it('asks in words that the server knows, for every choice there is', () => {
  for (const { intensity01, word } of strengths) {
    for (const { value: framing } of framings) {
      for (const style of [null, ...styles.map(({ value }) => value)]) {
        const fields = adjustmentFields({ intensity01, framing, style, stillHead: true });
        expect(renderFieldsSchema.parse({ label: '0', ...fields })).toEqual({
          label: 0,
          ...(word === 'Clear' ? {} : { intensity: intensity01 }),
          ...(framing ? { framing } : {}),
          ...(style ? { style } : {}),
          stillHead: true,
        });
      }
    }
  }
});

it('tells what was changed while it is closed', () => {
  const changed = {
    intensity01: 0.5,
    framing: 'full',
    style: 'drawing',
    stillHead: true,
  } as const;
  expect(describeAdjustments(changed)).toBe('gentle, full picture, a drawing, still head');
});
