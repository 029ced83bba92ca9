/**
 * Packages of artifacts: a host package and one for each GPU, with what they depend on, as {@code
 * .deb}, {@code .rpm}, wheels and tar files.
 *
 * <p>A {@link org.kpackworkbench.model.operation.packages.PackagesConfig} lists the packages, a
 * {@link org.kpackworkbench.model.operation.packages.PackagePlan} gives them files, names and
 * dependencies, and {@link org.kpackworkbench.model.operation.packages.PackageBuild} writes them.
 */
package org.kpackworkbench.model.operation.packages;
