/**
 * The two configurations that artifacts have: the build's {@link
 * org.kpackworkbench.model.format.artifact.config.Topology} says which are split and how, the
 * {@link org.kpackworkbench.model.format.artifact.config.PackagingConfig} how split ones become
 * packages.
 *
 * <p>Both are read from text, whatever is wrong with it; what is wrong is said with line and
 * column. Neither is to be used while there is a problem that is an error.
 */
package org.kpackworkbench.model.format.artifact.config;
