/**
 * What a desktop and a shell want beside the program: icons, menu entry, kinds of files, manual,
 * completion, licences.
 */
@NullMarked
package org.kpackworkbench.installers.desktop;

import org.jspecify.annotations.NullMarked;
