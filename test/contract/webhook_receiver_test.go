package contract_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/config"
)

// privateWebhooks allows messages to receivers on this machine.
func privateWebhooks(s *config.Settings) { s.WebhookPrivateAddresses = true }

// receivedMessage is a message that arrived.
type receivedMessage struct {
	ID   string // the header webhook-id
	Type string
	Data struct {
		Run struct {
			ID               int64
			RunType          string
			RunStatus        string
			EnvironmentID    string
			RunFailureReason string
			NodesInRun       int
			FailedTests      int
			NodeStates       map[string]int
		}
		Environment, Project, Webhook struct{ ID, Name string }
		Schedule                      struct{ ID, Name, Reason string }
	}

	header http.Header
	body   []byte
}

// isSignedBy verifies a message as Standard Webhooks describes it.
func (l receivedMessage) isSignedBy(secret string) bool {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return false
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(l.header.Get("Webhook-Id") + "." + l.header.Get("Webhook-Timestamp") + "."))
	mac.Write(l.body)
	want := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	return slices.Contains(strings.Fields(l.header.Get("Webhook-Signature")), want)
}

// receiver is a real receiver of messages.
type receiver struct {
	URL string

	t       *testing.T
	refuses atomic.Bool
	letters chan receivedMessage
}

func newReceiver(t *testing.T) *receiver {
	t.Helper()
	box := &receiver{t: t, letters: make(chan receivedMessage, 1000)}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if box.refuses.Load() {
			http.Error(w, "out of order", http.StatusInternalServerError)
			return
		}
		body, err := io.ReadAll(r.Body)
		got := receivedMessage{ID: r.Header.Get("Webhook-Id"), header: r.Header, body: body}
		if err != nil || json.Unmarshal(body, &got) != nil {
			t.Errorf("a message that is none: %s, %v", body, err)
		}
		box.letters <- got
	}))
	t.Cleanup(server.Close)
	box.URL = server.URL
	return box
}

// next waits for the next message.
func (b *receiver) next() receivedMessage {
	b.t.Helper()
	select {
	case got := <-b.letters:
		return got
	case <-time.After(3 * time.Minute):
		b.t.Fatal("no message arrives")
		return receivedMessage{}
	}
}

// deliveryIs waits until the newest delivery of a webhook has a state and a number of attempts, and returns it.
func deliveryIs(t *testing.T, platform *apptest.Platform, token, webhook, state string) loggedDelivery {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	for {
		var log struct{ Data []loggedDelivery }
		platform.Get(token, webhooksPath+"/"+webhook+"/deliveries?limit=1").Want(http.StatusOK).JSON(&log)
		if len(log.Data) == 1 && log.Data[0].State == state && len(log.Data[0].Attempts) > 0 {
			return log.Data[0]
		}
		select {
		case <-ctx.Done():
			t.Fatalf("the log does not show a message that is %s: %+v", state, log)
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// loggedDelivery is a delivery in the list.
type loggedDelivery struct {
	ID, Event, State, NextAttemptAt string
	RunID                           int64
	Attempts                        []struct {
		Number, Status int
		Error, Answer  string
	}
	Payload map[string]any
}
