package audit

import (
	"bytes"
	"encoding/hex"
	"fmt"

	"github.com/millrace/millrace/internal/ids"
)

// Break is where a chain does not match its hashes.
type Break struct {
	Organization ids.Organization
	Sequence     int64 // of the first wrong or missing entry
	Problem      string
}

// String describes the break.
func (b *Break) String() string {
	return fmt.Sprintf("organization %s, entry %d: %s", b.Organization, b.Sequence, b.Problem)
}

// Anchor is a head that was recorded outside the database.
type Anchor struct {
	Sequence int64
	Hash     string // in hexadecimal
}

// Verified is the outcome of the verification of one chain.
type Verified struct {
	Organization ids.Organization
	Name         string // of the organization; empty if it is deleted, or for sign-ins without one
	Entries      int64  // that were checked and are intact
	Base         int64  // number of the last entry that the retention deleted
	Head         Anchor
	Break        *Break // nil if the chain is intact
}

// Verifier checks the entries of one chain, which it gets in the order of their numbers.
type Verifier struct {
	key    Key
	head   Head
	anchor *Anchor // nil without one
	last   int64   // number of the last entry that was checked
	hash   []byte
	broken *Break
}

// Verify returns a verifier of a chain. With an anchor, the chain must still contain it.
func (k Key) Verify(head Head, anchor *Anchor) *Verifier {
	v := &Verifier{key: k, head: head, anchor: anchor, last: head.BaseSequence, hash: head.BaseHash}
	v.checkAnchor() // it may be of the last entry that the retention deleted
	return v
}

// Add checks the next entry. After the first break it checks nothing.
func (v *Verifier) Add(entry Entry) {
	if v.broken != nil {
		return
	}
	want := v.last + 1
	switch {
	case entry.Sequence > want:
		v.fail(want, "the entry is missing")
		return
	case entry.Sequence < want:
		v.fail(entry.Sequence, "the entry was deleted by the retention and is there again")
		return
	}
	if !bytes.Equal(entry.Hash, v.key.link(v.hash, &entry)) {
		v.fail(want, "the entry or one before it was changed: its hash does not match")
		return
	}
	v.last, v.hash = entry.Sequence, entry.Hash
	v.checkAnchor()
}

func (v *Verifier) checkAnchor() {
	if v.anchor != nil && v.anchor.Sequence == v.last && v.anchor.Hash != hex.EncodeToString(v.hash) {
		v.fail(v.last, "the entry is not the one of the anchor: the log was replaced")
	}
}

// Break returns the first break so far; nil if there is none.
func (v *Verifier) Break() *Break { return v.broken }

// End checks the head after the last entry, and returns the outcome.
func (v *Verifier) End() Verified {
	if v.broken == nil {
		v.checkHead()
	}
	return Verified{
		Organization: v.head.Organization, Entries: v.last - v.head.BaseSequence, Base: v.head.BaseSequence,
		Head: Anchor{Sequence: v.head.Sequence, Hash: hex.EncodeToString(v.head.Hash)}, Break: v.broken,
	}
}

func (v *Verifier) checkHead() {
	switch {
	case v.last < v.head.Sequence:
		v.fail(v.last+1, fmt.Sprintf("the newest entries are missing: the head is at %d", v.head.Sequence))
	case v.last > v.head.Sequence:
		v.fail(v.head.Sequence+1, "the entry is after the head of the chain")
	case !bytes.Equal(v.hash, v.head.Hash):
		v.fail(v.last, "the hash is not that of the head")
	case !v.key.IsSealed(v.head):
		v.fail(v.last+1, "the seal of the head is wrong: the newest entries were removed, or the key is another one")
	case v.anchor != nil && v.anchor.Sequence > v.last:
		v.fail(v.last+1, fmt.Sprintf("the log ends before the anchor, entry %d: it was replaced with an older copy", v.anchor.Sequence))
	}
}

func (v *Verifier) fail(sequence int64, problem string) {
	v.broken = &Break{Organization: v.head.Organization, Sequence: sequence, Problem: problem}
}
