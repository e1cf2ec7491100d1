package telemetry

import (
	"context"
	"math/rand/v2"
	"time"
)

// maxInboundID bounds a request id that a client or a proxy sends.
const maxInboundID = 64

type requestIDContextKey struct{}

// WithRequestID puts a request's id into its context.
func WithRequestID(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, requestIDContextKey{}, id)
}

// RequestID returns the id in the context; empty if there is none.
func RequestID(ctx context.Context) string {
	id, _ := ctx.Value(requestIDContextKey{}).(string)
	return id
}

// NewRequestID creates an id of 19 characters out of 0-9a-z: nine of the time in milliseconds, so that ids sort by
// time, and ten random ones. It identifies a request and protects nothing, so the fast generator suffices.
func NewRequestID() string {
	const timeDigits, randomDigits = 9, 10
	var id [timeDigits + randomDigits]byte
	putBase36(id[:timeDigits], uint64(time.Now().UnixMilli()))
	putBase36(id[timeDigits:], rand.Uint64()) //nolint:gosec // an id, not a secret
	return string(id[:])
}

// putBase36 fills digits with the low end of number.
func putBase36(digits []byte, number uint64) {
	for i := len(digits) - 1; i >= 0; i-- {
		digits[i] = "0123456789abcdefghijklmnopqrstuvwxyz"[number%36]
		number /= 36
	}
}

// AcceptRequestID accepts an inbound id only if it is 1 to 64 of A-Z a-z 0-9 . _ -, so that clients cannot write line
// breaks, markup or long texts into the logs.
func AcceptRequestID(id string) (string, bool) {
	if len(id) == 0 || len(id) > maxInboundID {
		return "", false
	}
	for i := range len(id) {
		if !isRequestIDByte(id[i]) {
			return "", false
		}
	}
	return id, true
}

func isRequestIDByte(b byte) bool {
	switch {
	case 'a' <= b && b <= 'z', 'A' <= b && b <= 'Z', '0' <= b && b <= '9':
		return true
	case b == '.', b == '_', b == '-':
		return true
	}
	return false
}
