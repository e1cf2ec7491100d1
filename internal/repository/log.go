package repository

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/gitrepo"
	"github.com/millrace/millrace/internal/ids"
)

// LogQuery selects the commits of a history.
type LogQuery struct {
	Project ids.Project
	From    string // a branch or a commit; empty means the project's branch
	After   string // the last commit of the previous page; empty starts at From
	Limit   int    // 0 means all
}

// Log is a part of a history, newest first.
type Log struct {
	From    string // the first commit of the history
	Commits []Commit
	Total   int // of the whole history
	IsMore  bool
}

// Log returns the history of a branch. A branch without commits has none.
func (s *Service) Log(ctx context.Context, organization ids.Organization, query LogQuery) (Log, error) {
	p, repo, err := s.open(ctx, account.Actor{Organization: organization}, query.Project)
	if err != nil {
		return Log{}, err
	}
	from, err := repo.Resolve(ctx, cmp.Or(query.From, branchOf(p)))
	if fault.Is(err, fault.NotFound) && query.From == "" {
		return Log{}, nil
	}
	if err != nil {
		return Log{}, err
	}
	all, err := repo.Log(ctx, from.Hash, math.MaxInt)
	if err != nil {
		return Log{}, err
	}
	log := Log{From: string(from.Hash), Total: len(all)}
	if query.After != "" {
		at := slices.IndexFunc(all, func(c gitrepo.Commit) bool { return string(c.Hash) == query.After })
		if at < 0 {
			return Log{}, fault.New(fault.Invalid, "startingFrom is not a cursor of this list").
				WithHint("Send the `next` of the previous page, unchanged.")
		}
		all = all[at+1:]
	}
	if log.IsMore = query.Limit > 0 && len(all) > query.Limit; log.IsMore {
		all = all[:query.Limit]
	}
	for _, commit := range all {
		log.Commits = append(log.Commits, commitOf(commit))
	}
	return log, nil
}
