package audit

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"hash"
	"time"

	"github.com/millrace/millrace/internal/ids"
)

// Key is the key of the hashes and seals. It is safe for concurrent use. The key itself is in a closure, so that printing a
// Key does not reveal it.
type Key struct{ mac func() hash.Hash }

// NewKey returns a key that calls mac for a new keyed hash.
func NewKey(mac func() hash.Hash) Key { return Key{mac: mac} }

// Head is the end of the chain of an organization, and its beginning: entries up to the base were deleted by the retention.
// The zero head with an organization is that of an empty chain.
type Head struct {
	Organization ids.Organization
	Sequence     int64 // of the last entry; 0 if there is none
	Hash         []byte
	BaseSequence int64 // of the last deleted entry; 0 if none was deleted
	BaseHash     []byte
	Seal         []byte
}

// The contexts keep what the key authenticates apart.
const (
	entryContext = "millrace audit entry v1"
	headContext  = "millrace audit head v1"
)

// IsSealed reports whether the head has the seal of this key. An empty chain needs none.
func (k Key) IsSealed(head Head) bool {
	if head.Sequence == 0 && head.BaseSequence == 0 && len(head.Hash) == 0 && len(head.Seal) == 0 {
		return true
	}
	return hmac.Equal(head.Seal, k.seal(head))
}

func (k Key) seal(head Head) []byte {
	return k.sum(func(e *encoder) {
		e.text(headContext)
		e.text(string(head.Organization))
		e.number(head.Sequence)
		e.text(string(head.Hash))
		e.number(head.BaseSequence)
		e.text(string(head.BaseHash))
	})
}

// Append gives the entry its number and its hash, and returns the new head. A head with a wrong seal keeps it, so that later
// entries do not hide that somebody changed the chain.
func (k Key) Append(head Head, entry *Entry) Head {
	isSealed := k.IsSealed(head)
	head.Sequence++
	entry.Organization, entry.Sequence = head.Organization, head.Sequence
	entry.Hash = k.link(head.Hash, entry)
	head.Hash = entry.Hash
	if isSealed {
		head.Seal = k.seal(head)
	} else if len(head.Seal) == 0 {
		head.Seal = []byte("missing") // the absence of a seal must not become the state of an empty chain
	}
	return head
}

// Rebase returns the head of a chain whose entries up to base were deleted.
func (k Key) Rebase(head Head, base Entry) Head {
	head.BaseSequence, head.BaseHash = base.Sequence, base.Hash
	head.Seal = k.seal(head)
	return head
}

// link returns the hash of an entry after the entry with the hash before.
func (k Key) link(before []byte, entry *Entry) []byte {
	return k.sum(func(e *encoder) {
		e.text(entryContext)
		e.text(string(before))
		e.entry(entry)
	})
}

func (k Key) sum(write func(*encoder)) []byte {
	e := &encoder{}
	write(e)
	mac := hmac.New(sha256.New, nil) // of the zero key, in tests
	if k.mac != nil {
		mac = k.mac()
	}
	mac.Write(e.buffer.Bytes())
	return mac.Sum(nil)
}

// encoder writes values so that different values never have the same bytes: each text has its length before it.
type encoder struct{ buffer bytes.Buffer }

func (e *encoder) text(text string) {
	e.number(int64(len(text)))
	e.buffer.WriteString(text)
}

func (e *encoder) number(n int64) {
	e.buffer.Write(binary.AppendVarint(nil, n))
}

func (e *encoder) entry(entry *Entry) {
	e.text(string(entry.Organization))
	e.number(entry.Sequence)
	e.number(milliseconds(entry.At))
	by, object := entry.By, entry.Object
	for _, text := range []string{
		string(by.User), by.Email, string(by.Credential), by.CredentialID, by.Origin.Address, by.Origin.RequestID,
		string(entry.Action), string(object.Kind), object.ID, object.Name, string(object.Project),
	} {
		e.text(text)
	}
	e.number(int64(object.Environment))
	e.text(entry.StoredChanges())
	e.text(string(entry.Result))
	e.text(entry.Reason)
}

// milliseconds is the precision of the database.
func milliseconds(at time.Time) int64 {
	if at.IsZero() {
		return 0
	}
	return at.UnixMilli()
}

// EncodeChanges returns changes as they are stored.
func EncodeChanges(changes []Change) string {
	if len(changes) == 0 {
		return "[]"
	}
	encoded, err := json.Marshal(changes)
	if err != nil { // the values were encoded by Compare
		panic("audit: a change is no JSON: " + err.Error())
	}
	return string(encoded)
}
