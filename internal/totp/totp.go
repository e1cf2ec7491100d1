package totp

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha1" //nolint:gosec // authenticator applications support no other hash, and HMAC does not need collision resistance
	"crypto/subtle"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"net/url"
	"strconv"
	"time"
)

const (
	// Digits is the length of a code.
	Digits = 6
	// Period is how long one code is valid.
	Period = 30 * time.Second

	secretBytes = 20 // the length of a SHA-1 hash, as RFC 4226 recommends
	modulus     = 1_000_000
)

// NewSecret returns a random secret.
func NewSecret() []byte {
	secret := make([]byte, secretBytes)
	_, _ = rand.Read(secret) // never fails
	return secret
}

// Encode returns a secret as people type it into an application that cannot read the QR code.
func Encode(secret []byte) string {
	return base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(secret)
}

// URI returns the address that a QR code contains. The issuer and the account are what the application shows.
func URI(secret []byte, issuer, account string) string {
	query := url.Values{
		"secret": {Encode(secret)}, "issuer": {issuer}, "algorithm": {"SHA1"}, "digits": {strconv.Itoa(Digits)},
		"period": {strconv.Itoa(int(Period.Seconds()))},
	}
	// Some applications show a plus sign where the query has one for a space.
	address := url.URL{Scheme: "otpauth", Host: "totp", Path: "/" + issuer + ":" + account, RawQuery: percentSpaces(query.Encode())}
	return address.String()
}

func percentSpaces(query string) string {
	text := make([]byte, 0, len(query))
	for i := range len(query) {
		if query[i] == '+' {
			text = append(text, "%20"...)
		} else {
			text = append(text, query[i])
		}
	}
	return string(text)
}

// Step returns the number of the time step at a time.
func Step(at time.Time) int64 { return at.Unix() / int64(Period.Seconds()) }

// Code returns the code of a time step.
func Code(secret []byte, step int64) string {
	mac := hmac.New(sha1.New, secret)
	mac.Write(binary.BigEndian.AppendUint64(nil, uint64(step))) //nolint:gosec // a step after 1970 is positive
	sum := mac.Sum(nil)
	offset := sum[len(sum)-1] & 0x0f
	value := binary.BigEndian.Uint32(sum[offset:offset+4]) & 0x7fffffff
	return fmt.Sprintf("%0*d", Digits, value%modulus)
}

// Check returns the time step of a code that is valid at a time: of the current step, or of the one before or after it.
func Check(secret []byte, code string, at time.Time) (step int64, isValid bool) {
	current := Step(at)
	for _, candidate := range []int64{current - 1, current, current + 1} {
		if subtle.ConstantTimeCompare([]byte(Code(secret, candidate)), []byte(code)) == 1 {
			step, isValid = candidate, true
		}
	}
	return step, isValid
}
