// Package totp computes and checks time-based one-time codes as RFC 6238 defines them, with the parameters that every
// authenticator application supports: HMAC-SHA-1, six digits, steps of 30 seconds.
//
// Check accepts the code of the current step and of the steps before and after it, for clocks that differ, and returns the
// step. The caller stores it and rejects codes of that step and of earlier ones: this package does not know which codes were
// used, and does not limit attempts.
package totp
