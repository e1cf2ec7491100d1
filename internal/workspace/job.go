package workspace

import (
	"cmp"
	"context"
	"maps"
	"path"
	"slices"
	"strconv"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/projectfile"
	"github.com/millrace/millrace/internal/selector"
	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/validate"
)

// JobDraft is the content of a job that a client sends.
type JobDraft struct {
	Name, Include, Exclude string
	Seen                   Version
}

// Job is a job of a workspace with the version of its file.
type Job struct {
	transform.Job

	Version int64
}

func (j *JobDraft) check() error {
	if err := validate.CheckName("the job's name", j.Name, maxName); err != nil {
		return err
	}
	for what, text := range map[string]string{"includeSelector": j.Include, "excludeSelector": j.Exclude} {
		if _, _, err := selector.Parse(text); err != nil {
			return fault.Wrap(err, fault.Invalid, "%s cannot be parsed: %s", what, err.Error()).
				WithHint("Write a selector such as { name: ORDERS }+ or { location: STG } OR { nodeType: Fact }.")
		}
	}
	return nil
}

// JobNotFound is the fault for a job that does not exist.
func JobNotFound(id string) error {
	return fault.New(fault.NotFound, "job %.100s was not found", id).WithHint("GET /api/v1/workspaces/{id}/jobs lists the jobs.")
}

// Jobs returns the jobs of a workspace, by id.
func (s *Service) Jobs(ctx context.Context, organization ids.Organization, id ids.Workspace) ([]Job, error) {
	revision, err := s.CurrentRevision(ctx, organization, id)
	if err != nil {
		return nil, err
	}
	var jobs []Job
	for _, j := range byNumber(slices.Clone(revision.Compilation.Project.Jobs)) {
		jobs = append(jobs, revision.versioned(j))
	}
	return jobs, nil
}

// versioned returns a job with its version in this revision.
func (v *Revision) versioned(j transform.Job) Job { return Job{Job: j, Version: v.Version(j.File)} }

func byNumber(jobs []transform.Job) []transform.Job {
	slices.SortStableFunc(jobs, func(a, b transform.Job) int {
		return cmp.Or(cmp.Compare(numberOf(a.ID), numberOf(b.ID)), cmp.Compare(a.ID, b.ID))
	})
	return jobs
}

// JobsIn returns the jobs of several workspaces without compiling them. If jobs share an id, it returns that of the
// first workspace.
func (s *Service) JobsIn(ctx context.Context, organization ids.Organization, workspaces ...ids.Workspace) ([]transform.Job, error) {
	var jobs []transform.Job
	seen := map[transform.JobID]bool{}
	for _, id := range workspaces {
		files, err := s.options.Store.Below(ctx, organization, id, projectfile.JobsFolder)
		if err != nil {
			return nil, err
		}
		for _, path := range slices.Sorted(maps.Keys(files)) {
			if job, _ := projectfile.ParseJob(path, string(files[path].Content)); !seen[job.ID] {
				seen[job.ID] = true
				jobs = append(jobs, job)
			}
		}
	}
	return byNumber(jobs), nil
}

// numberOf returns a job's number. It returns 0 if the id is not a number, as it may be in an imported project.
func numberOf(id transform.JobID) int64 {
	n, err := strconv.ParseInt(string(id), 10, 64)
	if err != nil || n < 0 {
		return 0
	}
	return n
}

func (v *Revision) job(id transform.JobID) (transform.Job, error) {
	for _, j := range v.Compilation.Project.Jobs {
		if j.ID == id {
			return j, nil
		}
	}
	return transform.Job{}, JobNotFound(string(id))
}

// Job returns a job of a workspace.
func (s *Service) Job(ctx context.Context, organization ids.Organization, id ids.Workspace, job transform.JobID) (Job, error) {
	revision, err := s.CurrentRevision(ctx, organization, id)
	if err != nil {
		return Job{}, err
	}
	found, err := revision.job(job)
	return revision.versioned(found), err
}

// CreateJob creates a job with the next number. Numbers are never reused, even after a job is deleted.
func (s *Service) CreateJob(ctx context.Context, by account.Actor, id ids.Workspace, draft JobDraft) (Job, error) {
	if err := draft.check(); err != nil {
		return Job{}, err
	}
	var made transform.Job
	revision, err := s.change(ctx, by, id, func(v *Revision) (Edit, error) {
		number := v.Folder.LastJob
		for _, j := range v.Compilation.Project.Jobs {
			number = max(number, numberOf(j.ID))
		}
		number++
		made = transform.Job{ID: transform.JobID(strconv.FormatInt(number, 10)), Name: draft.Name, Include: draft.Include, Exclude: draft.Exclude}
		content, err := projectfile.WriteJob(&made, nil)
		made.File = freePath(v.Folder.Files, partPath(projectfile.JobsFolder, made.Name, string(made.ID)))
		return Edit{Put: map[string][]byte{made.File: content}, Job: number}, err
	})
	if err != nil {
		return Job{}, err
	}
	return revision.versioned(made), nil
}

// partPath returns the path of the file of a job or subgraph.
func partPath(folder, name, id string) string {
	return path.Join(folder, projectfile.FileName(name)+"-"+projectfile.FileName(id)+".yml")
}

// SetJob replaces a job if its version is the one that the client read.
func (s *Service) SetJob(ctx context.Context, by account.Actor, id ids.Workspace, job transform.JobID, draft JobDraft) (Job, error) {
	if err := draft.check(); err != nil {
		return Job{}, err
	}
	var after transform.Job
	revision, err := s.change(ctx, by, id, func(v *Revision) (Edit, error) {
		before, err := v.job(job)
		if err != nil {
			return Edit{}, err
		}
		if err := checkVersion("job "+string(job), draft.Seen, v.Version(before.File)); err != nil {
			return Edit{}, err
		}
		after = before
		after.Name, after.Include, after.Exclude = draft.Name, draft.Include, draft.Exclude
		content, err := projectfile.WriteJob(&after, v.Folder.Files[before.File].Content)
		if err != nil {
			return Edit{}, err
		}
		if after.Name != before.Name {
			after.File = freePath(v.Folder.Files, partPath(projectfile.JobsFolder, after.Name, string(after.ID)), before.File)
		}
		return moveFile(before.File, after.File, content), nil
	})
	if err != nil {
		return Job{}, err
	}
	return revision.versioned(after), nil
}

// moveFile returns an edit that writes a file to its new path and removes the old one.
func moveFile(from, to string, content []byte) Edit {
	edit := Edit{Put: map[string][]byte{to: content}}
	if from != to {
		edit.Remove = []string{from}
	}
	return edit
}

// DeleteJob deletes a job.
func (s *Service) DeleteJob(ctx context.Context, by account.Actor, id ids.Workspace, job transform.JobID, seen Version) error {
	_, err := s.change(ctx, by, id, func(v *Revision) (Edit, error) {
		before, err := v.job(job)
		if err != nil {
			return Edit{}, err
		}
		return Edit{Remove: []string{before.File}}, checkVersion("job "+string(job), seen, v.Version(before.File))
	})
	return err
}
