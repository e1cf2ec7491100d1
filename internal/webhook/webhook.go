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

// Webhook is a URL that subscribes to events.
type Webhook struct {
	Organization ids.Organization
	ID           ID
	URL          string
	Description  string
	Kinds        []Kind          // in the order of Kinds, or AllKinds alone
	Environment  ids.Environment // 0 means all environments
	IsActive     bool
	// SealedSecret signs messages. Opening it needs the server's key and this webhook's id.
	SealedSecret string
	// Retired lists the replaced secrets that still sign, newest first.
	Retired      []RetiredSecret
	FailingSince time.Time // of the first failed attempt after the last success; zero if the last attempt succeeded
	CreatedBy    ids.User
	CreatedAt    time.Time
}

// RetiredSecret is a secret that was replaced.
type RetiredSecret struct {
	Sealed string    `json:"sealed"`
	Until  time.Time `json:"until"`
}

// Order lists the fields that a list of webhooks can be ordered by.
var Order = page.Fields{"id", "url", "createdAt"}

// NotFound returns the fault for a webhook that does not exist.
func NotFound(id string) error {
	return fault.New(fault.NotFound, "webhook %s was not found", id).WithHint("GET /api/v1/webhooks lists the webhooks.")
}

// SubscribesTo reports whether the webhook receives a kind of event.
func (w *Webhook) SubscribesTo(kind Kind) bool {
	return slices.Contains(w.Kinds, AllKinds) || slices.Contains(w.Kinds, kind)
}

const maxDescription = 1000

// check checks everything but the url.
func (w *Webhook) check() (err error) {
	if err := validate.CheckParagraphs("the description", w.Description, maxDescription); err != nil {
		return err
	}
	w.Kinds, err = checkKinds(w.Kinds)
	return err
}

const (
	// retirement is how long a replaced secret still signs, so that receivers have time to learn the new one.
	retirement = 24 * time.Hour
	// maxRetired limits the size of the signature header, however often the secret is rotated.
	maxRetired = 3
)

// retire replaces the secret and keeps the previous ones that still sign.
func (w *Webhook) retire(sealed string, now time.Time) {
	valid := slices.DeleteFunc(slices.Clone(w.Retired), func(old RetiredSecret) bool { return !old.Until.After(now) })
	w.Retired = append([]RetiredSecret{{Sealed: w.SealedSecret, Until: now.Add(retirement)}}, valid...)
	if len(w.Retired) > maxRetired {
		w.Retired = w.Retired[:maxRetired]
	}
	w.SealedSecret = sealed
}

// Opener opens values that were sealed with the server's key.
type Opener interface {
	Open(sealed, context string) ([]byte, error)
}

// Secrets returns the secrets that sign now, newest first.
func (w *Webhook) Secrets(opener Opener, now time.Time) ([]string, error) {
	sealed := []string{w.SealedSecret}
	for _, old := range w.Retired {
		if old.Until.After(now) {
			sealed = append(sealed, old.Sealed)
		}
	}
	secrets := make([]string, len(sealed))
	for i, text := range sealed {
		plain, err := opener.Open(text, w.SealContext())
		if err != nil {
			return nil, fault.Wrap(err, fault.Unavailable, "cannot open the secret of webhook %s", w.ID).
				WithHint("Was the server's key changed? Rotate the secret.")
		}
		secrets[i] = string(plain)
	}
	return secrets, nil
}

// SealContext binds a sealed secret to its webhook, so that it does not open for another one.
func (w *Webhook) SealContext() string {
	return "webhook/" + string(w.Organization) + "/" + string(w.ID)
}
