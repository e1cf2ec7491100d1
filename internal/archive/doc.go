// Package archive reads the files of a project from an uploaded archive: zip, tar, or tar with gzip. It detects the
// format from the first bytes, whatever the content type says.
//
// It guarantees that every path is relative, clean and below the project's folder, and that only regular files are
// returned. The uncompressed size is bounded, and a larger archive is rejected before it is in memory. A folder around
// the whole project, as download pages create it, is removed. Files and folders whose name begins with a dot are
// skipped, because they belong to tools.
package archive
