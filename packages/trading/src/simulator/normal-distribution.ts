/** The standard normal distribution: its quantile function (for drawing) and its distribution function. */

/**
 * Quantile of the standard normal: Wichura 1988, algorithm AS 241 (PPND16), relative error about 1e−16.
 * @param p probability, 0 < p < 1.
 */
export function normalQuantile(p: number): number {
  const q = p - 0.5;
  if (Math.abs(q) <= 0.425) {
    const r = 0.180625 - q * q;
    return (
      (q *
        (((((((2509.0809287301227 * r + 33430.57558358813) * r + 67265.7709270087) * r + 45921.95393154987) *
          r +
          13731.69376550946) *
          r +
          1971.5909503065513) *
          r +
          133.14166789178438) *
          r +
          3.3871328727963665)) /
      (((((((5226.495278852546 * r + 28729.085735721943) * r + 39307.89580009271) * r + 21213.794301586597) *
        r +
        5394.196021424751) *
        r +
        687.1870074920579) *
        r +
        42.31333070160091) *
        r +
        1)
    );
  }
  let r = Math.sqrt(-Math.log(q < 0 ? p : 1 - p));
  let tail: number;
  if (r <= 5) {
    r -= 1.6;
    tail =
      (((((((0.0007745450142783414 * r + 0.022723844989269184) * r + 0.2417807251774506) * r +
        1.2704582524523684) *
        r +
        3.6478483247632045) *
        r +
        5.769497221460691) *
        r +
        4.630337846156546) *
        r +
        1.4234371107496835) /
      (((((((1.0507500716444169e-9 * r + 0.0005475938084995345) * r + 0.015198666563616457) * r +
        0.14810397642748008) *
        r +
        0.6897673349851) *
        r +
        1.6763848301838038) *
        r +
        2.053191626637759) *
        r +
        1);
  } else {
    r -= 5;
    tail =
      (((((((2.0103343992922881e-7 * r + 2.7115555687434876e-5) * r + 0.0012426609473880784) * r +
        0.026532189526576124) *
        r +
        0.29656057182850487) *
        r +
        1.7848265399172913) *
        r +
        5.463784911164114) *
        r +
        6.657904643501103) /
      (((((((2.0442631033899397e-15 * r + 1.421511758316446e-7) * r + 1.8463183175100548e-5) * r +
        0.0007868691311456133) *
        r +
        0.014875361290850615) *
        r +
        0.1369298809227358) *
        r +
        0.599832206555888) *
        r +
        1);
  }
  return q < 0 ? -tail : tail;
}

const WORD_STEP = 1 / 4_294_967_296;

/** A standard normal number from one random 32-bit word; |result| ≤ 6.4. */
export const normalFromWord = (word: number): number => normalQuantile((word + 0.5) * WORD_STEP);

/**
 * Distribution function of the standard normal: West 2005, "Better approximations to cumulative normal functions"
 * (after Hart 1968). Relative precision holds in the left tail too, which differences of tail probabilities need.
 */
export function normalCdf(x: number): number {
  const z = Math.abs(x);
  let tail = 0;
  if (z <= 37) {
    const e = Math.exp((-z * z) / 2);
    if (z < 7.07106781186547) {
      const numerator =
        (((((0.0352624965998911 * z + 0.700383064443688) * z + 6.37396220353165) * z + 33.912866078383) * z +
          112.079291497871) *
          z +
          221.213596169931) *
          z +
        220.206867912376;
      const denominator =
        ((((((0.0883883476483184 * z + 1.75566716318264) * z + 16.064177579207) * z + 86.7807322029461) * z +
          296.564248779674) *
          z +
          637.333633378831) *
          z +
          793.826512519948) *
          z +
        440.413735824752;
      tail = (e * numerator) / denominator;
    } else {
      tail = e / (2.506628274631 * (z + 1 / (z + 2 / (z + 3 / (z + 4 / (z + 0.65))))));
    }
  }
  return x > 0 ? 1 - tail : tail;
}
