/**
 * Views of {@code .kpm} manifests: the archives that a manifest lists, compared with the archives
 * on disk.
 *
 * <p>{@link org.kpackworkbench.views.format.kpm.ManifestViews} makes the tabs. {@code
 * ManifestLines} reads the manifest and the archives beside it, without a screen.
 */
package org.kpackworkbench.views.format.kpm;
