/**
 * Files of text, which can be changed: build topologies and packaging configurations with what is
 * wrong in them, said while they are written, manifests of artifacts, and pointers of Git LFS.
 */
package org.kpackworkbench.views.format.text;
