package projectfile

import (
	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/transform"
)

var jobFields = fields[transform.Job]{
	"fileVersion":     version[transform.Job](1),
	"type":            constant[transform.Job]("Job"),
	"id":              text(func(j *transform.Job) *transform.JobID { return &j.ID }),
	"name":            text(func(j *transform.Job) *string { return &j.Name }),
	"includeSelector": textAt(func(j *transform.Job) (*string, *diagnostic.Position) { return &j.Include, &j.IncludeAt }),
	"excludeSelector": textAt(func(j *transform.Job) (*string, *diagnostic.Position) { return &j.Exclude, &j.ExcludeAt }),
}

// ParseJob reads a file of jobs/.
func ParseJob(path, content string) (transform.Job, []diagnostic.Diagnostic) {
	r := newReader(path)
	j := r.job(content)
	return j, r.found
}

func (r *reader) job(content string) transform.Job {
	j := transform.Job{File: r.file}
	if root := r.document(content).Root; root != nil {
		readFields(r, &j, root, jobFields)
		r.need(root, "id", "name")
	}
	return j
}

// WriteJob merges a job into its file in jobs/; original is nil for a new file.
func WriteJob(j *transform.Job, original []byte) ([]byte, error) {
	return writeDocument(j, original, jobFields)
}
