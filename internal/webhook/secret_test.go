package webhook_test

import (
	"strings"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/webhook"
)

// published returns the example that verifiers of Standard Webhooks are tested with.
func published() (webhook.SigningInput, string) {
	return webhook.SigningInput{
		ID: "msg_p5jXN8AQM9LWM0D4loKWxJek", At: time.Unix(1614265330, 0), Body: []byte(`{"test": 2432232314}`),
	}, "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
}

func TestSignatureMatchesTheStandard(t *testing.T) {
	t.Parallel()
	input, secret := published()
	got, err := input.Sign(secret)
	if want := "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="; err != nil || got != want {
		t.Errorf("signature %q, %v; want %q", got, err, want)
	}
}

func TestSignatureCoversEverything(t *testing.T) {
	t.Parallel()
	input, secret := published()
	right, err := input.Sign(secret)
	if err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*webhook.SigningInput){
		"id":   func(e *webhook.SigningInput) { e.ID += "k" },
		"time": func(e *webhook.SigningInput) { e.At = e.At.Add(time.Second) },
		"body": func(e *webhook.SigningInput) { e.Body = []byte(`{"test": 2432232315}`) },
	} {
		other, _ := published()
		change(&other)
		if got, err := other.Sign(secret); err != nil || got == right {
			t.Errorf("another %s has the signature %q, %v", name, got, err)
		}
	}
}

func TestEachSecretSigns(t *testing.T) {
	t.Parallel()
	input, secret := published()
	got, err := input.Sign("whsec_AAAA", secret)
	if err != nil {
		t.Fatal(err)
	}
	parts := strings.Split(got, " ")
	if len(parts) != 2 || parts[0] == parts[1] || parts[1] != "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=" {
		t.Errorf("signatures %q", parts)
	}
}

func TestMalformedSecretIsRejected(t *testing.T) {
	t.Parallel()
	for _, secret := range []string{"", "whsec_", "whsec_!", "plain text"} {
		if got, err := (webhook.SigningInput{ID: "a"}).Sign(secret); !fault.Is(err, fault.Internal) || got != "" || strings.Contains(err.Error(), "plain") {
			t.Errorf("%q signs %q, %v", secret, got, err)
		}
	}
}
