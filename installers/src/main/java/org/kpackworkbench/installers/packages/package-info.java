/** The files that are handed out, each made of the folder that runs. */
@NullMarked
package org.kpackworkbench.installers.packages;

import org.jspecify.annotations.NullMarked;
