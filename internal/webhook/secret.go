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

// newSecret makes a secret up, in the form that its owner gets to see.
func newSecret() string {
	random := make([]byte, secretBytes)
	_, _ = rand.Read(random) // never fails
	return secretPrefix + base64.StdEncoding.EncodeToString(random)
}

// SigningInput is what a signature is over.
type SigningInput struct {
	ID   DeliveryID
	At   time.Time // of this attempt; receivers refuse what is too old
	Body []byte
}

// Timestamp is the time of an envelope as the header carries it.
func (e SigningInput) Timestamp() string { return strconv.FormatInt(e.At.Unix(), 10) }

// Sign gives the signatures of an envelope under each secret, in their order, as one header carries them. Several secrets
// are alive while a rotation is under way; a receiver is content when one of the signatures is right.
func (e SigningInput) Sign(secrets ...string) (string, error) {
	signatures := make([]string, 0, len(secrets))
	for _, secret := range secrets {
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, secretPrefix))
		if err != nil || len(key) == 0 {
			return "", fault.New(fault.Internal, "a secret of a webhook is malformed").WithHint("Rotate the webhook's secret.")
		}
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(string(e.ID) + "." + e.Timestamp() + "."))
		mac.Write(e.Body)
		signatures = append(signatures, signVersion+base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	}
	return strings.Join(signatures, " "), nil
}
