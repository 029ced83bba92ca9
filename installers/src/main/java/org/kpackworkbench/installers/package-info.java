/**
 * Makes what is given to users: the program with a Java runtime of its own, as a folder, and packed
 * for the system that builds it. Runs in the build (profile {@code installers}), never at a user's.
 *
 * <p>{@code runtime} makes the folder that runs, {@code desktop} what a desktop and a shell want
 * beside it, {@code packages} the files that are handed out.
 */
@NullMarked
package org.kpackworkbench.installers;

import org.jspecify.annotations.NullMarked;
