package authn_test

import (
	"fmt"
	"testing"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/authn"
)

func TestCacheKeepsOneRevision(t *testing.T) {
	t.Parallel()
	var c authn.ActorCache
	if _, ok := c.Get("a", 0); ok {
		t.Error("an empty cache knows something")
	}
	c.Put("a", 3, account.Actor{User: "ada"})
	if actor, ok := c.Get("a", 3); !ok || actor.User != "ada" {
		t.Errorf("got %+v, %t", actor, ok)
	}
	for _, other := range []uint64{2, 4} {
		if _, ok := c.Get("a", other); ok {
			t.Errorf("what was found at revision 3 is given out at %d", other)
		}
	}
	c.Put("b", 2, account.Actor{User: "bob"}) // was found before a change that the cache knows of
	if _, ok := c.Get("b", 3); ok {
		t.Error("something stale is given out")
	}
	if _, ok := c.Get("b", 2); ok {
		t.Error("something stale was kept")
	}
	c.Put("b", 4, account.Actor{User: "bob"})
	if _, ok := c.Get("a", 4); ok {
		t.Error("something of revision 3 is given out at 4")
	}
	if _, ok := c.Get("b", 4); !ok {
		t.Error("the new revision is not kept")
	}
}

func TestCacheIsBounded(t *testing.T) {
	t.Parallel()
	var c authn.ActorCache
	for i := range 2*authn.CacheSize + 1 {
		c.Put(fmt.Sprint(i), 1, account.Actor{})
		if c.Len() > authn.CacheSize {
			t.Fatalf("%d actors are kept, want at most %d", c.Len(), authn.CacheSize)
		}
	}
	if _, ok := c.Get(fmt.Sprint(2*authn.CacheSize), 1); !ok {
		t.Error("the newest is not kept")
	}
}
