package search_test

import (
	"testing"

	"github.com/millrace/millrace/internal/search"
)

func TestADeploymentReplacesTheNamesOfAnEnvironment(t *testing.T) {
	t.Parallel()
	var cache search.Cache
	cache.Put(1, 1, 100)
	if !cache.Has(1, 1) || cache.Has(1, 2) || cache.Has(2, 1) {
		t.Error("the cache has the wrong environments")
	}
	cache.Put(1, 2, 50)
	if cache.Has(1, 1) || !cache.Has(1, 2) || cache.Size() != 50 {
		t.Errorf("the cache has %d names, want those of the new deployment only", cache.Size())
	}
}

func TestTheCacheEvictsTheEnvironmentThatWasNotUsedForTheLongestTime(t *testing.T) {
	t.Parallel()
	var cache search.Cache
	const half = search.MaxCachedNames / 2
	cache.Put(1, 1, half)
	cache.Put(2, 1, half)
	cache.Has(1, 1) // a use
	cache.Put(3, 1, half)
	if !cache.Has(1, 1) || cache.Has(2, 1) || !cache.Has(3, 1) || cache.Size() > search.MaxCachedNames {
		t.Errorf("the cache has %d names and evicted the wrong environment", cache.Size())
	}
	// One that is larger than the cache is kept until the next one comes.
	cache.Put(4, 1, 2*search.MaxCachedNames)
	if !cache.Has(4, 1) || cache.Has(3, 1) {
		t.Error("the largest environment is not the only one")
	}
}
