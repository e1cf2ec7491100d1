package authn

import (
	"context"

	"github.com/millrace/millrace/internal/account"
)

// Verify exports the check of a password for tests.
func (p *Passwords) Verify(password, hash string) bool { return p.verify(password, hash) }

// FillSlots occupies all slots until release.
func (p *Passwords) FillSlots() (release func()) {
	for range p.slots.size {
		if _, err := p.slots.acquire(context.Background(), rankTrusted); err != nil {
			panic(err)
		}
	}
	return func() {
		for range p.slots.size {
			p.slots.release()
		}
	}
}

// MaxQueue is how many checks may wait for a slot.
const MaxQueue = maxQueue

// UseInterval exports the interval between two writes of last uses for tests.
const UseInterval = useInterval

// Slots returns how many passwords are checked at once.
func (p *Passwords) Slots() int { return p.slots.size }

// ActorCache exports the cache for tests.
type ActorCache struct{ cache actorCache }

// CacheSize is the limit of the cache.
const CacheSize = cacheSize

// Get queries the cache.
func (c *ActorCache) Get(hash string, revision uint64) (account.Actor, bool) {
	return c.cache.get(hash, revision)
}

// Put fills the cache.
func (c *ActorCache) Put(hash string, revision uint64, actor account.Actor) {
	c.cache.put(hash, revision, actor)
}

// Len returns how many actors are cached.
func (c *ActorCache) Len() int { return len(c.cache.actors) }

// Acquire waits for a slot as a sign-in with a rank does.
func (p *Passwords) Acquire(ctx context.Context, rank int) (release func(), err error) {
	return p.slots.acquire(ctx, rank)
}

// Release releases one slot.
func (p *Passwords) Release() { p.slots.release() }
