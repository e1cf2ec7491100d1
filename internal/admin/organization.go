package admin

import "github.com/millrace/millrace/internal/account"

// ExportOrganization says which organization to write to which file.
type ExportOrganization struct {
	Organization string // id, subdomain or name
	File         string
	Version      string // of this program
}

// DeleteOrganization says which organization to delete.
type DeleteOrganization struct {
	Organization string // id, subdomain or name
	// Confirm is called with the organization before it is deleted. An error keeps it.
	Confirm  func(account.Organization) error
	WithData bool // remove its files of embedded DuckDB too
}

// OrganizationReport describes an organization that was exported or deleted.
type OrganizationReport struct {
	Organization account.Organization
	Rows         int64
	Size         int64  // of the export
	Folder       string // with its files of embedded DuckDB; empty if it is removed or was never there
}
