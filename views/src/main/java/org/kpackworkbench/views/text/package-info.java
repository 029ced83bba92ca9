/**
 * Files of text, which can be changed: build topologies and packaging configurations with what is
 * wrong in them, said while they are written, and manifests of artifacts.
 */
package org.kpackworkbench.views.text;
