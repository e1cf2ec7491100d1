package repository

import (
	"context"
	"sync"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/gitrepo"
	"github.com/millrace/millrace/internal/ids"
)

// Behind counts, for each of the commits, those that head has and the commit has not. A commit that the repository does
// not contain is missing in the result.
func (s *Service) Behind(
	ctx context.Context, organization ids.Organization, id ids.Project, head string, commits []string,
) (map[string]int, error) {
	found := make(map[string]int, len(commits))
	var unknown []gitrepo.Hash
	for _, commit := range commits {
		count, ok := s.behind.get(behindKey{id, head, commit})
		switch {
		case !ok:
			unknown = append(unknown, gitrepo.Hash(commit))
		case count >= 0:
			found[commit] = count
		}
	}
	if len(unknown) == 0 {
		return found, nil
	}
	_, repo, err := s.open(ctx, account.Actor{Organization: organization}, id)
	if err != nil {
		return nil, err
	}
	counts, err := repo.Behind(ctx, gitrepo.Hash(head), unknown...)
	if err != nil {
		return nil, err
	}
	for _, commit := range unknown {
		count, ok := counts[commit]
		if ok {
			found[string(commit)] = count
			s.behind.set(behindKey{id, head, string(commit)}, count)
		} else {
			s.behind.set(behindKey{id, head, string(commit)}, notACommit)
		}
	}
	return found, nil
}

// notACommit is the count of a name that the repository does not contain.
const notACommit = -1

// maxBehindCounts limits the memory of the cache. A full cache starts again.
const maxBehindCounts = 10_000

// behindKey identifies a count. Commits never change, so a count stays right: a name that is not a commit today, such as
// that of an uploaded archive, could only become one together with a new head.
type behindKey struct {
	project      ids.Project
	head, commit string
}

// behindCache caches counts, because a page of environments asks for them every few seconds, and each question reads all
// commits of a repository.
type behindCache struct {
	mu     sync.Mutex
	counts map[behindKey]int
}

func (c *behindCache) get(key behindKey) (int, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	count, ok := c.counts[key]
	return count, ok
}

func (c *behindCache) set(key behindKey, count int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.counts == nil || len(c.counts) >= maxBehindCounts {
		c.counts = map[behindKey]int{}
	}
	c.counts[key] = count
}
