import { CORRELATIONS } from './calibration.ts';
import { dayPlan } from './day-plan.ts';
import { type MarketModel, tailOverlap } from './market-model.ts';
import { SIMULATED_SYMBOLS, SYMBOL_COUNT } from './symbols.ts';
import { tradingDayOf } from './trading-day.ts';

const SMALLEST_EIGENVALUE = 0.01;
const LARGEST_CORRELATION = 0.985;

/** Weeks (from Saturday) whose hours decide the overlaps: one in winter, one in summer. */
const REFERENCE_SATURDAYS = [Date.UTC(2024, 0, 13, 12), Date.UTC(2024, 6, 13, 12)];

/**
 * How much of two symbols' variance falls into common hours: Σ √(aₕ·bₕ) / √(Σaₕ·Σbₕ) over the week. Correlating the
 * hours by ρ correlates the days by ρ times this, because profiles and sessions differ.
 */
function overlap(first: number, second: number): number {
  let common = 0;
  let firstTotal = 0;
  let secondTotal = 0;
  for (const saturday of REFERENCE_SATURDAYS) {
    const begin = tradingDayOf(saturday);
    for (let day = begin; day < begin + 7; day++) {
      const { shadow } = dayPlan(day);
      for (let row = 0; row < shadow.length; row += SYMBOL_COUNT) {
        const a = shadow[row + first]!;
        const b = shadow[row + second]!;
        common += a * b;
        firstTotal += a * a;
        secondTotal += b * b;
      }
    }
  }
  return common / Math.sqrt(firstTotal * secondTotal);
}

/** The correlations the Gaussian hours need so that daily returns show the measured ones. */
function targetMatrix(model: MarketModel): Float64Array {
  const { crossCategory, dilutedByTails } = model.figures;
  const n = SYMBOL_COUNT;
  const matrix = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    matrix[i * n + i] = 1;
    for (let j = 0; j < i; j++) {
      const raised = crossCategory[SIMULATED_SYMBOLS[i]!.category][SIMULATED_SYMBOLS[j]!.category];
      const diluted = dilutedByTails ? tailOverlap(model, i, j) : 1;
      const wanted = (CORRELATIONS[i]![j]! * raised) / overlap(i, j) / diluted;
      matrix[i * n + j] = Math.max(-LARGEST_CORRELATION, Math.min(LARGEST_CORRELATION, wanted));
      matrix[j * n + i] = matrix[i * n + j]!;
    }
  }
  return matrix;
}

/** Eigenvalues and eigenvectors (columns) of a symmetric matrix by cyclic Jacobi rotations (Golub & Van Loan §8.5). */
function eigen(matrix: Float64Array, n: number): { values: Float64Array; vectors: Float64Array } {
  const a = matrix.slice();
  const vectors = new Float64Array(n * n);
  for (let i = 0; i < n; i++) vectors[i * n + i] = 1;
  for (let sweep = 0; sweep < 30; sweep++) {
    for (let p = 0; p < n - 1; p++) {
      for (let q = p + 1; q < n; q++) {
        const apq = a[p * n + q]!;
        if (Math.abs(apq) < 1e-15) continue;
        const theta = (a[q * n + q]! - a[p * n + p]!) / (2 * apq);
        const t = Math.sign(theta || 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
        const c = 1 / Math.sqrt(t * t + 1);
        const s = t * c;
        for (let k = 0; k < n; k++) {
          const akp = a[k * n + p]!;
          const akq = a[k * n + q]!;
          a[k * n + p] = c * akp - s * akq;
          a[k * n + q] = s * akp + c * akq;
        }
        for (let k = 0; k < n; k++) {
          const apk = a[p * n + k]!;
          const aqk = a[q * n + k]!;
          a[p * n + k] = c * apk - s * aqk;
          a[q * n + k] = s * apk + c * aqk;
          const vkp = vectors[k * n + p]!;
          const vkq = vectors[k * n + q]!;
          vectors[k * n + p] = c * vkp - s * vkq;
          vectors[k * n + q] = s * vkp + c * vkq;
        }
      }
    }
  }
  return { values: Float64Array.from({ length: n }, (_, i) => a[i * n + i]!), vectors };
}

/** Raises eigenvalues that are too small and scales back to a unit diagonal: the usual repair of a correlation matrix. */
function positiveDefinite(matrix: Float64Array, n: number): Float64Array {
  const { values, vectors } = eigen(matrix, n);
  const repaired = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      let sum = 0;
      for (let k = 0; k < n; k++) {
        sum += vectors[i * n + k]! * Math.max(values[k]!, SMALLEST_EIGENVALUE) * vectors[j * n + k]!;
      }
      repaired[i * n + j] = sum;
    }
  }
  const scale = Float64Array.from({ length: n }, (_, i) => 1 / Math.sqrt(repaired[i * n + i]!));
  return repaired.map((value, at) => value * scale[Math.floor(at / n)]! * scale[at % n]!);
}

/** Lower Cholesky factor, row-major. */
function cholesky(matrix: Float64Array, n: number): Float64Array {
  const factor = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i * n + j]!;
      for (let k = 0; k < j; k++) sum -= factor[i * n + k]! * factor[j * n + k]!;
      factor[i * n + j] = i === j ? Math.sqrt(sum) : sum / factor[j * n + j]!;
    }
  }
  return factor;
}

const factors = new Map<MarketModel, Float64Array>();

/** Lower Cholesky factor (20×20, row-major) of the correlations of the Gaussian hours. Computed once, then shared. */
export function correlationFactor(model: MarketModel): Float64Array {
  const known = factors.get(model);
  if (known) return known;
  const factor = cholesky(positiveDefinite(targetMatrix(model), SYMBOL_COUNT), SYMBOL_COUNT);
  factors.set(model, factor);
  return factor;
}
