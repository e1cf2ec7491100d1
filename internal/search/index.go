package search

import (
	"archive/zip"
	"container/list"
	"context"
	"errors"
	"io"
	"path"
	"strings"
	"sync"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/projectfile"
	"github.com/millrace/millrace/internal/snapshot"
	"github.com/millrace/millrace/internal/transform"
)

// index has the names of what is deployed in an environment. It is immutable.
type index struct {
	nodes []indexedNode
	jobs  []indexedJob
	size  int // the number of names
}

type indexedNode struct {
	DeployedNode

	whole string // LOCATION.NAME
	file  string // the path of its file without extension
}

type indexedJob struct {
	id, name string
	file     string // the path of its file without extension
}

// indexKey identifies an environment.
type indexKey struct {
	organization ids.Organization
	environment  ids.Environment
}

// indexCache keeps the indexes of the environments that were searched last, up to a number of names.
type indexCache struct {
	mu      sync.Mutex
	entries map[indexKey]*list.Element
	recent  *list.List // of *cachedIndex, the last used first
	size    int
}

type cachedIndex struct {
	key      indexKey
	snapshot string
	version  int64
	index    *index
}

// maxCachedNames bounds the memory of the cache: a name takes about 100 bytes.
const maxCachedNames = 500_000

// get returns the index of an environment. Two requests may read the same one at the same time.
func (c *indexCache) get(ctx context.Context, s *Service, organization ids.Organization, e *VisibleEnvironment) (*index, error) {
	key := indexKey{organization, e.ID}
	if found := c.find(key, e); found != nil {
		return found, nil
	}
	fresh, err := s.read(ctx, organization, e)
	if err != nil {
		return nil, err
	}
	c.put(&cachedIndex{key: key, snapshot: e.Snapshot, version: e.Version, index: fresh})
	return fresh, nil
}

func (c *indexCache) find(key indexKey, e *VisibleEnvironment) *index {
	c.mu.Lock()
	defer c.mu.Unlock()
	at, ok := c.entries[key]
	if !ok {
		return nil
	}
	cached := at.Value.(*cachedIndex) //nolint:forcetypeassert // the list contains nothing else
	if cached.snapshot != e.Snapshot || cached.version != e.Version {
		return nil
	}
	c.recent.MoveToFront(at)
	return cached.index
}

func (c *indexCache) put(fresh *cachedIndex) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.entries == nil {
		c.entries, c.recent = map[indexKey]*list.Element{}, list.New()
	}
	if at, ok := c.entries[fresh.key]; ok {
		c.drop(at)
	}
	c.entries[fresh.key] = c.recent.PushFront(fresh)
	c.size += fresh.index.size
	for at := c.recent.Back(); c.size > maxCachedNames && at != c.recent.Front(); at = c.recent.Back() {
		c.drop(at)
	}
}

func (c *indexCache) drop(at *list.Element) {
	old := c.recent.Remove(at).(*cachedIndex) //nolint:forcetypeassert // as above
	delete(c.entries, old.key)
	c.size -= old.index.size
}

// read reads the names of what is deployed in an environment.
func (s *Service) read(ctx context.Context, organization ids.Organization, e *VisibleEnvironment) (*index, error) {
	nodes, err := s.Store.DeployedNodes(ctx, organization, e.ID)
	if err != nil {
		return nil, err
	}
	fresh := &index{nodes: make([]indexedNode, len(nodes)), size: 1 + len(nodes)}
	for i := range nodes {
		n := &nodes[i]
		file := projectfile.NodePath(&transform.Node{Location: n.Location, Name: n.Name})
		fresh.nodes[i] = indexedNode{DeployedNode: *n, whole: n.Location + "." + n.Name, file: stem(file)}
		fresh.size += len(n.Columns)
	}
	fresh.jobs, err = s.readJobs(ctx, organization, e.Snapshot)
	fresh.size += len(fresh.jobs)
	return fresh, err
}

// readJobs reads the jobs of a deployed project. A snapshot that no longer exists has none.
func (s *Service) readJobs(ctx context.Context, organization ids.Organization, id string) ([]indexedJob, error) {
	files, err := s.Snapshots.Get(ctx, organization, id)
	if fault.Is(err, fault.NotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	archive, err := snapshot.Snapshot{ID: id, Files: files}.Open()
	if err != nil {
		return nil, err
	}
	var jobs []indexedJob
	for _, file := range archive.File {
		if path.Dir(file.Name) != jobsFolder || !strings.HasSuffix(file.Name, ".yml") {
			continue
		}
		content, err := contentOf(file)
		if err != nil {
			return nil, err
		}
		if job, _ := projectfile.ParseJob(file.Name, string(content)); job.ID != "" {
			jobs = append(jobs, indexedJob{id: string(job.ID), name: job.Name, file: stem(file.Name)})
		}
	}
	return jobs, nil
}

func contentOf(file *zip.File) (_ []byte, err error) {
	opened, err := file.Open()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, opened.Close()) }()
	return io.ReadAll(opened)
}
