package authn

import "github.com/millrace/millrace/internal/account"

// Verify opens the check of a password to the tests.
func (p *Passwords) Verify(password, hash string) bool { return p.verify(password, hash) }

// FillSlots keeps everybody else waiting until release.
func (p *Passwords) FillSlots() (release func()) {
	for range cap(p.slots) {
		p.slots <- struct{}{}
	}
	return func() {
		for range cap(p.slots) {
			<-p.slots
		}
	}
}

// LongestQueue is how many may wait for a slot.
const LongestQueue = maxQueue

// UseInterval opens the time between two writes of last uses to the tests.
const UseInterval = useInterval

// Slots is how many passwords are checked at once.
func (p *Passwords) Slots() int { return cap(p.slots) }

// ActorCache opens the cache to the tests.
type ActorCache struct{ cache actorCache }

// CacheSize is what the cache is bounded by.
const CacheSize = cacheSize

// Get asks the cache.
func (c *ActorCache) Get(hash string, revision uint64) (account.Actor, bool) {
	return c.cache.get(hash, revision)
}

// Put tells the cache.
func (c *ActorCache) Put(hash string, revision uint64, actor account.Actor) {
	c.cache.put(hash, revision, actor)
}

// Len is how many actors the cache keeps.
func (c *ActorCache) Len() int { return len(c.cache.actors) }
