/** The views of {@code .kpm} manifests: what one says, beside what is really on the disk. */
package org.kpackworkbench.views.format.kpm;
