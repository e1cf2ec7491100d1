// Package archive reads the files of a project out of an archive that somebody sent: zip, tar, or tar with gzip. The form is
// told from the first bytes, whatever the sender calls it.
//
// What it promises: every path is relative, clean and below the project's folder; only regular files come out; what the
// archive unpacks to is bounded, and an archive that goes beyond it is refused before it is in memory. A folder around the
// whole project, as download pages make it, is taken off. Files and folders whose name begins with a dot are left out: they
// belong to tools.
package archive
