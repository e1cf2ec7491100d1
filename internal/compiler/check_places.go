package compiler

import (
	"fmt"
	"slices"

	"github.com/millrace/millrace/internal/diagnostic"
)

// checkLocation reports a node in a location that the project does not have.
func (c *Compilation) checkLocation(n *Node) {
	if n.Location == "" && diagnostic.HasErrors(n.findings[stepRead]) {
		return // what is wrong with the file is said already
	}
	if len(c.Project.Locations) == 0 || slices.Contains(c.Project.Locations, n.Location) {
		return
	}
	n.report(stepCheck, diagnostic.Diagnostic{
		Code: diagnostic.UnknownLocation, Severity: diagnostic.Error,
		Message: fmt.Sprintf("location %s is not in locations.yml", n.Location),
		Hint:    didYouMean(n.Location, c.Project.Locations, "add it to locations.yml"),
	})
}

// checkPlaces reports locations that the workspace says nothing about. They go to a schema of their own name, which is
// often not what someone meant who mapped the others. With a prefix that schema is meant for them.
func (c *Compilation) checkPlaces() []diagnostic.Diagnostic {
	workspace, _ := c.options.place(c.Project)
	if len(workspace.Locations) == 0 || c.options.SchemaPrefix != "" {
		return nil
	}
	var found []diagnostic.Diagnostic
	for _, location := range c.Project.Locations {
		if _, mapped := workspace.Locations[location]; mapped {
			continue
		}
		found = append(found, diagnostic.Diagnostic{
			Code: diagnostic.MappingMissing, Severity: diagnostic.Warning, File: workspace.File, Location: location,
			Message: fmt.Sprintf("location %s has no mapping here; it goes to a schema called %s", location, location),
			Hint:    fmt.Sprintf("add %s with its database and schema under locations", location),
		})
	}
	return found
}

// checkPackages reports packages whose contents are not in the repository.
func (c *Compilation) checkPackages() []diagnostic.Diagnostic {
	var found []diagnostic.Diagnostic
	for _, p := range c.Project.Packages {
		if p.IsContained {
			continue
		}
		found = append(found, diagnostic.Diagnostic{
			Code: diagnostic.PackageMissing, Severity: diagnostic.Warning, File: p.File,
			Message: fmt.Sprintf("the contents of package %s are not in this repository", p.Alias),
			Hint:    fmt.Sprintf("put its node types and macros into packages/%s/", p.Alias),
		})
	}
	return found
}
