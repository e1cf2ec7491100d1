package catalog

import (
	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/transform"
)

// maxJobs bounds how many jobs are resolved.
const maxJobs = 500

// JobsOf returns the jobs that select nodes, by node. Jobs whose selectors do not resolve are left out.
func JobsOf(c *compiler.Compilation, nodes ...transform.NodeID) map[transform.NodeID][]transform.Job {
	wanted := make(map[string]bool, len(nodes))
	for _, id := range nodes {
		wanted[string(id)] = true
	}
	found := map[transform.NodeID][]transform.Job{}
	jobs := c.Project.Jobs
	for _, job := range jobs[:min(len(jobs), maxJobs)] {
		selected, _, err := c.Select(job.Include, job.Exclude)
		if err != nil {
			continue
		}
		for _, id := range selected.IDs {
			if wanted[id] {
				found[transform.NodeID(id)] = append(found[transform.NodeID(id)], job)
			}
		}
	}
	return found
}
