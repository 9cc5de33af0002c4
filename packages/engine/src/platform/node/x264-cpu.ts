import { readFileSync } from 'node:fs';

/** All of AVX2, by the names that x264 has for it; what is older belongs to it. */
const AVX2 = { x264: 'AVX,FMA3,BMI2,AVX2', cpuinfo: ['avx2', 'fma', 'bmi2'] };

/**
 * The instructions that x264 may use, as its option `asm` takes them; undefined: all it finds. On processors
 * with AVX-512 it is kept to AVX2: with those its tree of macroblocks reads memory that it never
 * wrote, and the same frames make another file now and then (ADR 0020).
 * @param cpuinfo what Linux tells in /proc/cpuinfo; empty elsewhere
 */
export function x264Instructions(cpuinfo: string): string | undefined {
  const flags = new Set(/^flags\s*:(.*)$/m.exec(cpuinfo)?.[1]?.split(' '));
  if (!flags.has('avx512f')) return undefined;
  return AVX2.cpuinfo.every((flag) => flags.has(flag)) ? AVX2.x264 : undefined;
}

/** That of this machine. */
export const X264_INSTRUCTIONS = x264Instructions(readCpuInfo());

function readCpuInfo(): string {
  try {
    return readFileSync('/proc/cpuinfo', 'utf8');
  } catch {
    return '';
  }
}
