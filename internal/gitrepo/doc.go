// Package gitrepo keeps git repositories in a storage that is given to it, and exchanges them with others.
//
// A repository is objects, named by what they hold, and references, which move. Objects are never changed and may be
// stored twice, so only the move of a reference decides anything: it names the commit that the reference is expected to
// be at, and of two moves at once one is a conflict. What a move that failed left behind is unreachable and harmless.
//
// The same files give the same tree on every machine. What a tree holds besides files (links, submodules) and whether a
// file is executable is carried from commit to commit, although nobody here can read or change it. Names that could lead
// out of a folder, or into the one where git keeps its own things, are refused wherever a tree is read.
//
// A peer is a repository elsewhere, over https, over ssh, or in a folder of this machine that an operator has allowed.
// Everything that comes from a peer is taken as hostile: it has a deadline, and limits on how many bytes it sends, how
// many objects they become and how large those grow. Credentials are sent to the host that was named, never to one that
// it points at, and never stand in a text. The key of an ssh host is asked for at every visit; see Keys.
//
// The package speaks git and knows nothing of projects, workspaces or people. It does not merge texts, keep files on a
// disk, run hooks, or call a git program.
package gitrepo
