package webhook

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"strconv"
	"strings"
	"time"

	"github.com/millrace/millrace/internal/fault"
)

const (
	secretPrefix = "whsec_"
	secretBytes  = 24
	signVersion  = "v1,"
)

// newSecret returns a new random secret, in the form that is shown to the user.
func newSecret() string {
	random := make([]byte, secretBytes)
	_, _ = rand.Read(random) // never fails
	return secretPrefix + base64.StdEncoding.EncodeToString(random)
}

// SigningInput is what a signature covers.
type SigningInput struct {
	ID   DeliveryID
	At   time.Time // of this attempt; receivers reject old messages
	Body []byte
}

// Timestamp returns the time as the header carries it.
func (i SigningInput) Timestamp() string { return strconv.FormatInt(i.At.Unix(), 10) }

// Sign returns one signature per secret, in their order, as one header value. Several secrets are valid during a rotation; a
// receiver accepts a message if one of the signatures is valid.
func (i SigningInput) Sign(secrets ...string) (string, error) {
	signatures := make([]string, 0, len(secrets))
	for _, secret := range secrets {
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, secretPrefix))
		if err != nil || len(key) == 0 {
			return "", fault.New(fault.Internal, "a webhook's secret is malformed").WithHint("Rotate the webhook's secret.")
		}
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(string(i.ID) + "." + i.Timestamp() + "."))
		mac.Write(i.Body)
		signatures = append(signatures, signVersion+base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	}
	return strings.Join(signatures, " "), nil
}
