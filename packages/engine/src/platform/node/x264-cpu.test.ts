import { describe, expect, it } from 'vitest';
import { x264Instructions } from './x264-cpu.ts';

const cpu = (flags: string) =>
  `processor\t: 0\nmodel name\t: Some CPU\nflags\t\t: fpu sse2 ${flags}\nbogomips\t: 4890.81\n\nprocessor\t: 1\n`;

describe('x264Instructions', () => {
  it('keeps x264 to AVX2 where there is AVX-512', () => {
    expect(x264Instructions(cpu('avx avx2 fma bmi1 bmi2 avx512f avx512bw'))).toBe(
      'AVX,FMA3,BMI2,AVX2',
    );
  });

  it('leaves it what it finds elsewhere, and names nothing that a processor has not', () => {
    expect(x264Instructions(cpu('avx avx2 fma bmi1 bmi2'))).toBeUndefined();
    expect(x264Instructions(cpu('avx avx512f'))).toBeUndefined();
    expect(x264Instructions('processor\t: 0\nFeatures\t: fp asimd\n')).toBeUndefined();
    expect(x264Instructions('')).toBeUndefined();
  });
});
