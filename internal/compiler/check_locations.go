package compiler

import (
	"fmt"
	"slices"

	"github.com/millrace/millrace/internal/diagnostic"
)

// checkLocation reports a node in a location that the project does not have.
func (c *Compilation) checkLocation(n *Node) {
	if n.Location == "" && diagnostic.HasErrors(n.findings[stepRead]) {
		return // The reader reported the problem of the file already.
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

// checkMappings reports locations that the workspace does not map. Their schema has the name of the location, which is
// often unintended if other locations are mapped. With a schema prefix it is intended.
func (c *Compilation) checkMappings() []diagnostic.Diagnostic {
	workspace, _ := c.options.mappings(c.Project)
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
			Message: fmt.Sprintf("location %s has no mapping here; its objects are created in schema %s", location, location),
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
