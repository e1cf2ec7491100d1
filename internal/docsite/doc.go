// Package docsite serves the documents of this program as pages below /docs: an index, navigation, anchors of headings and a
// search. The pages are rendered from the Markdown files of the folder docs, which are embedded in the binary.
//
// It guarantees:
//   - a page contains no HTML of a document: raw HTML and links with a scheme that runs code are left out;
//   - the content security policy allows only the style and the script of this package;
//   - links between documents lead to pages; links to files of the source code are shown as text;
//   - pages need no sign-in and no script: the script adds the buttons that copy code, and follows the color scheme of the
//     application.
//
// It renders all documents at the first request, because most processes never show them. It reads nothing from disk.
package docsite
