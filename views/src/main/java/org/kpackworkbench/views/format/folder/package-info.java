/**
 * A folder that is open as a whole: an artifact, a shard of many, an overlaid or install tree.
 *
 * <p>{@link org.kpackworkbench.views.format.folder.FolderFile} represents it in its tab. The
 * workspace tree shows artifacts, below them their stage prefixes, below these what lies on the
 * disk, one level at a time. What a file is, its content says, read in the background.
 */
package org.kpackworkbench.views.format.folder;
