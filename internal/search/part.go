package search

import (
	"context"
	"path"
	"strings"

	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/projectfile"
	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/workspace"
)

// The folders of the files that a search finds.
const (
	nodesFolder = "nodes"
	jobsFolder  = "jobs"
)

// partSearch is a search for the parts of projects: nodes, columns and jobs.
type partSearch struct {
	Query

	scope *Scope
	names scopeNames
	words []string
}

// partKey identifies a node or a job of a project by the name of its file, which environments and workspaces have in
// common.
type partKey struct {
	project ids.Project
	file    string // without extension
}

// addParts adds nodes, columns and jobs. A part that is in several environments and workspaces of a project is one
// result: that of the first environment, with the first workspace.
func (s *Service) addParts(ctx context.Context, found *collector, p *partSearch) error {
	files, err := s.files(ctx, p)
	if err != nil {
		return err
	}
	workspaces := map[partKey]Named{}
	for _, f := range files {
		key := partKey{p.projectOf(f.Workspace), stem(f.Path)}
		if _, isKnown := workspaces[key]; !isKnown {
			workspaces[key] = p.names.target(ids.Environment(f.Workspace)).workspace
		}
	}
	seen := map[partKey]bool{}
	for i := range p.scope.Environments {
		e := &p.scope.Environments[i]
		if e.Snapshot == "" {
			continue
		}
		contents, err := s.cache.get(ctx, s, p.Sees.Organization, e)
		if err != nil {
			return err
		}
		p.addDeployed(found, e, contents, seen, workspaces)
	}
	p.addFiles(found, files, seen)
	return nil
}

func (p *partSearch) projectOf(id ids.Workspace) ids.Project {
	return ids.Project(p.names.target(ids.Environment(id)).project.ID)
}

// addDeployed adds what is deployed in an environment, unless another environment of the project had it.
func (p *partSearch) addDeployed(found *collector, e *VisibleEnvironment, contents *index, seen map[partKey]bool, workspaces map[partKey]Named) {
	environment := Named{ids.FormatNumber(e.ID), e.Name}
	for i := range contents.nodes {
		n := &contents.nodes[i]
		key := partKey{e.Project, n.file}
		if seen[key] {
			continue
		}
		about := Result{
			Project: p.names.project(e.Project), Environment: environment, Workspace: workspaces[key], Location: n.Location, NodeType: n.Type,
		}
		if p.addNode(found, n, about) {
			seen[key] = true
		}
	}
	for i := range contents.jobs {
		job := &contents.jobs[i]
		key := partKey{e.Project, job.file}
		if rank, ok := match(job.name, job.name+" "+job.id, p.words); ok && rank < elsewhere && p.wants(Job) && !seen[key] {
			seen[key] = true
			found.add(Result{
				Type: Job, ID: job.id, Name: job.name, Project: p.names.project(e.Project), Environment: environment,
				Workspace: workspaces[key], rank: rank,
			})
		}
	}
}

// addNode adds a node and its columns, and reports whether something matched.
func (p *partSearch) addNode(found *collector, n *indexedNode, about Result) (isFound bool) {
	if p.wants(Node) {
		if rank, ok := match(n.Name, n.whole, p.words); ok {
			node := about
			node.Type, node.ID, node.Name, node.rank = Node, workspace.PublicID(n.ID), n.Name, rank
			found.add(node)
			isFound = true
		}
	}
	if !p.wants(Column) {
		return isFound
	}
	for _, c := range n.Columns {
		if rank, ok := match(c.Name, n.whole+"."+c.Name, p.words); ok && rank < elsewhere {
			column := about
			column.Type, column.ID, column.Name, column.DataType, column.rank = Column, c.Name, c.Name, c.Type, rank
			column.NodeID, column.NodeName = workspace.PublicID(n.ID), n.Name
			found.add(column)
			isFound = true
		}
	}
	return isFound
}

// files reads the files of workspaces that the words match.
func (s *Service) files(ctx context.Context, p *partSearch) ([]File, error) {
	query := FileQuery{Sees: p.Sees, Project: p.Project}
	if p.wants(Node) {
		query.Folders = append(query.Folders, nodesFolder)
	}
	if p.wants(Job) {
		query.Folders = append(query.Folders, jobsFolder)
	}
	for _, word := range p.words {
		if name := projectfile.FileName(strings.ReplaceAll(word, ".", "-")); name != "" {
			query.Words = append(query.Words, name)
		}
	}
	if len(query.Folders) == 0 || len(query.Words) == 0 {
		return nil, nil
	}
	return s.Store.Files(ctx, query)
}

// addFiles adds nodes and jobs that only workspaces have.
func (p *partSearch) addFiles(found *collector, files []File, seen map[partKey]bool) {
	for _, f := range files {
		key := partKey{p.projectOf(f.Workspace), stem(f.Path)}
		if seen[key] {
			continue
		}
		at := p.names.target(ids.Environment(f.Workspace))
		result := Result{Project: at.project, Workspace: at.workspace}
		var isNamed bool
		if strings.HasPrefix(f.Path, jobsFolder+"/") {
			isNamed = result.readJob(f, p.words)
		} else {
			isNamed = result.readNode(f, p.words)
		}
		if isNamed {
			seen[key] = true
			found.add(result)
		}
	}
}

func (r *Result) readJob(f File, words []string) bool {
	job, _ := projectfile.ParseJob(f.Path, f.Content)
	rank, ok := match(job.Name, job.Name+" "+string(job.ID), words)
	r.Type, r.ID, r.Name, r.rank = Job, string(job.ID), job.Name, rank
	return ok && rank < elsewhere && r.ID != ""
}

func (r *Result) readNode(f File, words []string) bool {
	n, _ := projectfile.ParseNode(f.Path, f.Content)
	id := n.ID
	if id == "" {
		id = transform.NodeID(f.Path)
	}
	rank, ok := match(n.Name, n.Location+"."+n.Name, words)
	r.Type, r.ID, r.Name, r.Location, r.NodeType, r.rank = Node, workspace.PublicID(id), n.Name, n.Location, string(n.Type), rank
	return ok && r.Name != ""
}

// stem returns a path without its extension.
func stem(file string) string { return strings.TrimSuffix(file, path.Ext(file)) }
