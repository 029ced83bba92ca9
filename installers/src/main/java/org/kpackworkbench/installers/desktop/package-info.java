/**
 * Files for a desktop and a shell: icons, menu entry, kinds of files, manual, completion, licences.
 */
@NullMarked
package org.kpackworkbench.installers.desktop;

import org.jspecify.annotations.NullMarked;
