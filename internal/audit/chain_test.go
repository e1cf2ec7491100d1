package audit_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/audit"
)

func key(secret string) audit.Key {
	return audit.NewKey(func() hash.Hash { return hmac.New(sha256.New, []byte(secret)) })
}

// chain is a chain with its entries.
type chain struct {
	head    audit.Head
	entries []audit.Entry
}

func newChain(k audit.Key, length int) chain {
	c := chain{head: audit.Head{Organization: "acme"}}
	for i := range length {
		c.add(k, entry(i))
	}
	return c
}

func (c *chain) add(k audit.Key, e audit.Entry) {
	c.head = k.Append(c.head, &e)
	c.entries = append(c.entries, e)
}

func entry(i int) audit.Entry {
	e := audit.On(audit.Update, audit.Environment, fmt.Sprint(i)).In("project", 7)
	e.At = time.UnixMilli(1_790_000_000_000 + int64(i))
	e.By = audit.Subject{User: "ada", Email: "ada@example.com", Credential: audit.ByToken, CredentialID: "t", Origin: account.Origin{Address: "203.0.113.7", RequestID: "r"}}
	e.Changes = audit.Compare(audit.Fields{{Name: "name", Value: "old"}}, audit.Fields{{Name: "name", Value: fmt.Sprint("new ", i)}})
	return e
}

func (c chain) verify(k audit.Key, anchor *audit.Anchor) audit.Verified {
	verifier := k.Verify(c.head, anchor)
	for _, e := range c.entries {
		verifier.Add(e)
	}
	return verifier.End()
}

// TestTenThousandEntriesAreVerified changes, removes and reorders entries of a long chain, and expects the first wrong one.
func TestTenThousandEntriesAreVerified(t *testing.T) {
	t.Parallel()
	const length = 10_000
	k := key("secret")
	intact := newChain(k, length)
	if v := intact.verify(k, nil); v.Break != nil || v.Entries != length {
		t.Fatalf("the chain is %+v", v)
	}
	for name, test := range map[string]struct {
		change func(*chain)
		first  int64
	}{
		"a changed name": {func(c *chain) { c.entries[4999].Object.Name = "x" }, 5000},
		"a changed time": {func(c *chain) { c.entries[0].At = c.entries[0].At.Add(time.Millisecond) }, 1},
		"a changed byte of the changes": {func(c *chain) {
			c.entries[41].SetStored(strings.Replace(c.entries[41].StoredChanges(), "new", "neW", 1))
		}, 42},
		"a space in the changes": {func(c *chain) {
			c.entries[41].SetStored(strings.Replace(c.entries[41].StoredChanges(), ":", ": ", 1))
		}, 42},
		"a changed hash":     {func(c *chain) { c.entries[99].Hash = slices.Concat(c.entries[99].Hash[:31], []byte{1}) }, 100},
		"a removed entry":    {func(c *chain) { c.entries = slices.Delete(c.entries, 6000, 6001) }, 6001},
		"a removed first":    {func(c *chain) { c.entries = c.entries[1:] }, 1},
		"two swapped":        {func(c *chain) { c.entries[10], c.entries[11] = c.entries[11], c.entries[10] }, 11},
		"two swapped as new": {swapNumbers, 11},
		"a removed last":     {func(c *chain) { c.entries = c.entries[:length-1] }, length},
		"a removed last with its head": {func(c *chain) {
			c.entries = c.entries[:length-1]
			c.head.Sequence, c.head.Hash = length-1, c.entries[length-2].Hash
		}, length},
		"an entry after the head": {func(c *chain) { c.head.Sequence-- }, length},
		"a removed seal":          {func(c *chain) { c.head.Seal = nil }, length + 1},
		"a moved base": {func(c *chain) {
			c.entries = c.entries[5:]
			c.head.BaseSequence, c.head.BaseHash = 5, intact.entries[4].Hash
		}, length + 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := chain{head: intact.head, entries: slices.Clone(intact.entries)}
			test.change(&c)
			v := c.verify(k, nil)
			if v.Break == nil {
				t.Fatal("the verification found nothing")
			}
			if v.Break.Sequence != test.first || v.Break.Organization != "acme" {
				t.Errorf("the first wrong entry is %v, want %d", v.Break, test.first)
			}
		})
	}
}

// swapNumbers exchanges two entries and gives each the number and hash of the other's place.
func swapNumbers(c *chain) {
	a, b := c.entries[10], c.entries[11]
	a.Sequence, b.Sequence = b.Sequence, a.Sequence
	a.Hash, b.Hash = b.Hash, a.Hash
	c.entries[10], c.entries[11] = b, a
}

// TestAnotherKeyCannotContinueAChain: a chain that was recomputed with another key is found.
func TestAnotherKeyCannotContinueAChain(t *testing.T) {
	t.Parallel()
	forged := newChain(key("guessed"), 3)
	if v := forged.verify(key("secret"), nil); v.Break == nil || v.Break.Sequence != 1 {
		t.Errorf("got %+v", v)
	}
}

// TestLaterEntriesDoNotHideRemovedOnes cuts off the newest entry, and lets the server append others.
func TestLaterEntriesDoNotHideRemovedOnes(t *testing.T) {
	t.Parallel()
	k := key("secret")
	for name, seal := range map[string]func(audit.Head) []byte{
		"old seal":   func(h audit.Head) []byte { return h.Seal },
		"empty seal": func(audit.Head) []byte { return nil },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newChain(k, 5)
			c.entries = c.entries[:4]
			c.head = audit.Head{Organization: "acme", Sequence: 4, Hash: c.entries[3].Hash, Seal: seal(c.head)}
			c.add(k, entry(100))
			c.add(k, entry(101))
			if v := c.verify(k, nil); v.Break == nil {
				t.Error("the verification found nothing")
			}
		})
	}
}

func TestAnchorFindsAnOlderCopy(t *testing.T) {
	t.Parallel()
	k := key("secret")
	old := newChain(k, 5)
	current := chain{head: old.head, entries: slices.Clone(old.entries)}
	current.add(k, entry(5))
	recorded := current.verify(k, nil).Head
	if v := current.verify(k, &recorded); v.Break != nil {
		t.Fatalf("the chain of the anchor is broken: %v", v.Break)
	}
	if v := old.verify(k, &recorded); v.Break == nil || v.Break.Sequence != 6 {
		t.Errorf("an older copy: %+v", v.Break)
	}
	old.add(k, entry(100)) // the copy goes on with another entry
	if v := old.verify(k, &recorded); v.Break == nil || v.Break.Sequence != 6 {
		t.Errorf("an older copy that went on: %+v", v.Break)
	}
	if recorded.Hash != hex.EncodeToString(current.entries[5].Hash) {
		t.Error("the anchor is not the last hash")
	}
}

// TestAnchorOfTheLastDeletedEntry: the base of the chain says what that entry was.
func TestAnchorOfTheLastDeletedEntry(t *testing.T) {
	t.Parallel()
	k := key("secret")
	c := newChain(k, 10)
	base := c.entries[5]
	anchor := audit.Anchor{Sequence: base.Sequence, Hash: hex.EncodeToString(base.Hash)}
	c.head, c.entries = k.Rebase(c.head, base), c.entries[6:]
	if v := c.verify(k, &anchor); v.Break != nil {
		t.Errorf("the chain of the anchor is broken: %v", v.Break)
	}
	anchor.Hash = hex.EncodeToString(c.entries[0].Hash)
	if v := c.verify(k, &anchor); v.Break == nil || v.Break.Sequence != base.Sequence {
		t.Errorf("a replaced log: %+v", v.Break)
	}
}

func TestRetentionKeepsTheChainVerifiable(t *testing.T) {
	t.Parallel()
	k := key("secret")
	c := newChain(k, 10)
	c.head = k.Rebase(c.head, c.entries[5])
	c.entries = c.entries[6:]
	c.add(k, entry(10))
	if v := c.verify(k, nil); v.Break != nil || v.Base != 6 || v.Entries != 5 {
		t.Errorf("got %+v", v)
	}
	c.entries = c.entries[1:]
	if v := c.verify(k, nil); v.Break == nil || v.Break.Sequence != 7 {
		t.Errorf("one more entry is missing: %+v", v.Break)
	}
}

func TestChangesMaskSecrets(t *testing.T) {
	t.Parallel()
	before := audit.Fields{{Name: "name", Value: "a"}, {Name: "password", Value: "sealed 1", IsSecret: true}, {Name: "empty"}, {Name: "count", Value: 3}}
	after := audit.Fields{{Name: "name", Value: "b"}, {Name: "password", Value: "sealed 2", IsSecret: true}, {Name: "empty"}, {Name: "count", Value: 3}}
	const want = `[{"field":"name","old":"a","new":"b"},{"field":"password","old":"[masked]","new":"[masked]"}]`
	if got := audit.EncodeChanges(audit.Compare(before, after)); got != want {
		t.Errorf("changes = %s", got)
	}
	if got := audit.EncodeChanges(audit.Compare(nil, after)); got != `[{"field":"name","new":"b"},{"field":"password","new":"[masked]"},{"field":"count","new":3}]` {
		t.Errorf("changes of a new object = %s", got)
	}
	long := audit.Compare(nil, audit.Fields{{Name: "long", Value: strings.Repeat("ä", 5000)}})
	if got := audit.EncodeChanges(long); len(got) > 2200 || !strings.Contains(got, "bytes)") {
		t.Errorf("a long value has %d bytes", len(got))
	}
}

func TestURLsLoseTheirCredentials(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]string{
		"https://hooks.example.com/x?token=abc":      "https://hooks.example.com/x?[masked]",
		"https://ada:secret@git.example.com/r.git":   "https://[masked]@git.example.com/r.git",
		"postgres://ada:p%40ss@db:5432/x?sslmode=no": "postgres://[masked]@db:5432/x?[masked]",
		"git@example.com:r.git":                      "git@example.com:r.git",
		"":                                           "",
	} {
		if got := audit.WithoutCredentials(url); got != want {
			t.Errorf("%s became %s, want %s", url, got, want)
		}
	}
}
