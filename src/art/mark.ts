/** The logo: the two n of "ngân nga" in one stroke, on a canvas of 32 by 32. */
export const markStroke =
  "M4 23c2.2 0 2.6-3 2.6-6.2 0-5 1.8-8.3 4.2-8.3s3.6 3.2 3.6 8.2V23c0-6 1.2-10.6 4-10.6 2.4 0 3 2.6 3 5.6 0 3 .6 4.6 2.6 4.6 1.6 0 2.6-1 4-2.6";
