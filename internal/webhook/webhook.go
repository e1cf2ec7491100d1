package webhook

import (
	"slices"
	"time"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/validate"
)

// ID is a webhook's id, a UUID.
type ID string

// Webhook is an address that is told of events.
type Webhook struct {
	Organization ids.Organization
	ID           ID
	URL          string
	Description  string
	Kinds        []Kind          // in the order of Kinds, or Every alone
	Environment  ids.Environment // 0 is every environment
	IsActive     bool
	// SealedSecret signs messages. It is readable only with the server's key and only for this webhook.
	SealedSecret string
	// Retired are secrets that were replaced and still sign for a while, newest first.
	Retired      []RetiredSecret
	FailingSince time.Time // of the first failed attempt after the last good one; zero when the last one was good
	CreatedBy    ids.User
	CreatedAt    time.Time
}

// RetiredSecret is a secret that was replaced.
type RetiredSecret struct {
	Sealed string    `json:"sealed"`
	Until  time.Time `json:"until"`
}

// Order is what lists of webhooks can be ordered by.
var Order = page.Fields{"id", "url", "createdAt"}

// NotFound is the fault for a webhook that is not there.
func NotFound(id string) error {
	return fault.New(fault.NotFound, "webhook %s was not found", id).WithHint("GET /api/v1/webhooks lists the webhooks.")
}

// SubscribesTo reports whether a webhook is to be told of a kind of event.
func (w *Webhook) SubscribesTo(kind Kind) bool {
	return slices.Contains(w.Kinds, AllKinds) || slices.Contains(w.Kinds, kind)
}

const maxDescription = 1000

func (w *Webhook) check(reach AddressPolicy) (err error) {
	if err := reach.checkURL(w.URL); err != nil {
		return err
	}
	if err := validate.CheckParagraphs("the description", w.Description, maxDescription); err != nil {
		return err
	}
	w.Kinds, err = checkKinds(w.Kinds)
	return err
}

const (
	// retirement is how long a secret signs after it was replaced: receivers learn of the new one meanwhile.
	retirement = 24 * time.Hour
	// maxRetired bounds the header of signatures, however often somebody rotates.
	maxRetired = 3
)

// retire replaces the secret.
func (w *Webhook) retire(sealed string, now time.Time) {
	alive := slices.DeleteFunc(slices.Clone(w.Retired), func(old RetiredSecret) bool { return !old.Until.After(now) })
	w.Retired = append([]RetiredSecret{{Sealed: w.SealedSecret, Until: now.Add(retirement)}}, alive...)
	if len(w.Retired) > maxRetired {
		w.Retired = w.Retired[:maxRetired]
	}
	w.SealedSecret = sealed
}

// Opener opens what was sealed under the server's key.
type Opener interface {
	Open(sealed, context string) ([]byte, error)
}

// Secrets gives the secrets that sign now, the newest first.
func (w *Webhook) Secrets(opener Opener, now time.Time) ([]string, error) {
	sealed := []string{w.SealedSecret}
	for _, old := range w.Retired {
		if old.Until.After(now) {
			sealed = append(sealed, old.Sealed)
		}
	}
	secrets := make([]string, len(sealed))
	for i, text := range sealed {
		plain, err := opener.Open(text, w.sealContext())
		if err != nil {
			return nil, fault.Wrap(err, fault.Unavailable, "the secret of webhook %s cannot be opened", w.ID).
				WithHint("Was the server's key changed? Rotate the secret.")
		}
		secrets[i] = string(plain)
	}
	return secrets, nil
}

// sealContext binds a sealed secret to its row: moved to another webhook it does not open.
func (w *Webhook) sealContext() string {
	return "webhook/" + string(w.Organization) + "/" + string(w.ID)
}
