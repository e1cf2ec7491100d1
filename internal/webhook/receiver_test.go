package webhook_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// message is a message that a receiver got.
type message struct {
	id, timestamp string
	signatures    []string
	body          string
	header        http.Header
	at            time.Time
}

// isSignedBy verifies a message as Standard Webhooks describes it, independently of the code under test.
func (m message) isSignedBy(t *testing.T, secret string) bool {
	t.Helper()
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		t.Fatal(err)
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(m.id + "." + m.timestamp + "." + m.body))
	return slices.Contains(m.signatures, "v1,"+base64.StdEncoding.EncodeToString(mac.Sum(nil)))
}

// receiver is a real HTTP server that records what it gets.
type receiver struct {
	url string

	mu  sync.Mutex
	got []message
}

// receive starts a receiver that answers with a handler.
func receive(t *testing.T, answer http.HandlerFunc) *receiver {
	t.Helper()
	r := &receiver{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(request.Body)
		if err != nil {
			t.Error(err)
		}
		r.mu.Lock()
		r.got = append(r.got, message{
			id: request.Header.Get("Webhook-Id"), timestamp: request.Header.Get("Webhook-Timestamp"),
			signatures: strings.Fields(request.Header.Get("Webhook-Signature")), body: string(body), header: request.Header, at: time.Now(),
		})
		r.mu.Unlock()
		answer(w, request)
	}))
	t.Cleanup(server.Close)
	r.url = server.URL
	return r
}

// messages returns those that arrived so far.
func (r *receiver) messages() []message {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.got)
}

// waitFor waits for a number of messages.
func (r *receiver) waitFor(t *testing.T, count int) []message {
	t.Helper()
	await(t, func() bool { return len(r.messages()) >= count })
	return r.messages()
}

func status(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
}
